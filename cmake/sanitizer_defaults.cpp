// Linked into every program of a build with AddressSanitizer: the run-time asks these for options.

extern "C" const char* __asan_default_options();
extern "C" const char* __lsan_default_suppressions();

// SystemC's coroutines switch stacks; fake stack frames do not survive that.
const char* __asan_default_options() { return "detect_stack_use_after_return=0"; }

// What a thread process holds on its own stack at the end of a run is out of the leak checker's
// sight.
const char* __lsan_default_suppressions() { return "leak:sc_core::sc_thread_cor_fn\n"; }
