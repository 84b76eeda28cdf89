#include "platforms/finite_elements/parted_product.hpp"

#include <algorithm>
#include <utility>

namespace weft::finite_elements {

std::vector<float> gather(const Border& border, const std::vector<float>& partial_sums) {
  std::vector<float> words;
  words.reserve(border.nodes.size());
  for (const std::uint32_t node : border.nodes) words.push_back(partial_sums[node]);
  return words;
}

void scatter_add(const Border& border, const std::vector<float>& words, std::vector<float>& sums) {
  for (std::size_t i = 0; i < words.size(); ++i) sums[border.nodes[i]] += words[i];
}

Carry carry_in_memory(const std::vector<Part>& parts) {
  const auto ends = other_ends(parts);
  return [ends](const BorderWords& sent) {
    BorderWords arrived(sent.size());
    for (std::size_t p = 0; p < sent.size(); ++p) {
      for (const BorderEnd& end : ends[p]) arrived[p].push_back(sent[end.part][end.border]);
    }
    return arrived;
  };
}

PartedMatrix::PartedMatrix(const Mesh& mesh, std::vector<Part> parts)
    : parts_(std::move(parts)), nodes_(mesh.nodes.size()) {
  for (unsigned p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    matrices_.push_back(assemble(mesh, part.elements, part.nodes));
    std::vector<bool>& counts = counts_.emplace_back(part.nodes.size(), true);
    for (const Border& border : part.borders) {
      if (border.to > p) continue;
      for (const std::uint32_t node : border.nodes) counts[node] = false;
    }
  }
}

std::vector<std::uint32_t> PartedMatrix::counted(unsigned part) const {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t i = 0; i < counts_[part].size(); ++i) {
    if (counts_[part][i]) nodes.push_back(i);
  }
  return nodes;
}

PartedVector PartedMatrix::times(const PartedVector& vector, const Carry& carry) const {
  PartedVector sums;
  BorderWords sent(parts_.size());
  for (unsigned p = 0; p < parts_.size(); ++p) {
    sums.push_back(matrices_[p].times(vector[p]));
    // before anything is added: a node at a corner of three parts is to be counted once of each
    for (const Border& border : parts_[p].borders) sent[p].push_back(gather(border, sums[p]));
  }
  const BorderWords arrived = carry(sent);
  for (unsigned p = 0; p < parts_.size(); ++p) {
    for (std::size_t b = 0; b < parts_[p].borders.size(); ++b) {
      scatter_add(parts_[p].borders[b], arrived[p][b], sums[p]);
    }
  }
  return sums;
}

PartedVector PartedMatrix::parted(const std::vector<float>& vector) const {
  PartedVector parted;
  for (const Part& part : parts_) {
    std::vector<float>& own = parted.emplace_back();
    for (const std::uint32_t node : part.nodes) own.push_back(vector[node]);
  }
  return parted;
}

std::vector<float> PartedMatrix::whole(const PartedVector& vector) const {
  std::vector<float> whole(nodes_, 0);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    for (std::size_t i = 0; i < parts_[p].nodes.size(); ++i) {
      if (counts_[p][i]) whole[parts_[p].nodes[i]] = vector[p][i];
    }
  }
  return whole;
}

double PartedMatrix::dot(const PartedVector& one, const PartedVector& other) const {
  double all = 0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    double sum = 0;
    for (std::size_t i = 0; i < one[p].size(); ++i) {
      if (counts_[p][i]) sum += static_cast<double>(one[p][i]) * static_cast<double>(other[p][i]);
    }
    all += sum;
  }
  return all;
}

}  // namespace weft::finite_elements
