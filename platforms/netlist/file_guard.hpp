// What one command reads and writes.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace weft {

/// While it lives, no file that is read is written over, and no two outputs go into one file: by
/// its path, by a symbolic link or by a hard link. Whatever opens a file that a user names tells it
/// by `reading` or `writing`, before it opens it. Without a guard, as in programs of one's own,
/// these do nothing. There is one at a time; processes that are forked have it too. Devices and
/// pipes can be read and written at will.
class FileGuard {
 public:
  /// Standard output is an output from the beginning if it goes into a file.
  FileGuard();
  ~FileGuard();
  FileGuard(const FileGuard&) = delete;
  FileGuard& operator=(const FileGuard&) = delete;

  /// Throws InputError, with the output's option as its place, if the file is written.
  static void reading(const std::filesystem::path& file);
  /// `option` is what names the file: "--json". "-" is standard output. Throws InputError, with
  /// `option` as its place, if the file is read, or written already.
  static void writing(const std::filesystem::path& file, const std::string& option);

 private:
  using Identity = std::pair<dev_t, ino_t>;

  struct Use {
    std::string file;    // as the user has named it
    std::string option;  // that it is written for
    std::string reason;  // why nothing else may write it
    bool written = false;
  };

  const Use* find(const std::filesystem::path& file) const;
  void add(const std::filesystem::path& file, Use use);

  static FileGuard* active_;

  std::map<std::filesystem::path, Use> by_path_;  // without links
  std::map<Identity, Use> by_identity_;
};

}  // namespace weft
