// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/suggestion.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace isochron {

namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Levenshtein's distance, one row at a time.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t substituted = diagonal + (lower(from[i]) == lower(to[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

bool same_letters(std::string_view one, std::string_view other) {
  return std::is_permutation(one.begin(), one.end(), other.begin(), other.end(),
                             [](char a, char b) { return lower(a) == lower(b); });
}

/// Half of it or more is wrong: another word, unless letters have changed places.
bool is_another_word(std::string_view word, std::string_view candidate, std::size_t distance) {
  return 2 * distance >= word.size() && !same_letters(word, candidate);
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest_word = 80;  // nobody mistypes a word this long; and the distance costs its square
  if (word.size() > longest_word) return {};
  std::string best;
  std::size_t best_distance = word.size() / 3 + 2;  // further away it is another word, not a slip of the keyboard
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size() && !is_another_word(word, candidate, distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (!best.empty() || word.size() < 3) return best;
  // The beginning of a name is as good as a slip of the keyboard.
  for (const std::string& candidate : candidates)
    if (edit_distance(word, std::string_view(candidate).substr(0, word.size())) == 0) return candidate;
  return {};
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (candidates.empty()) return "Remove it";
  const std::string best = nearest(word, candidates);
  if (!best.empty()) return fmt::format("Did you mean `{}`?", best);
  constexpr std::size_t shown = 12;
  const std::vector<std::string> first(candidates.begin(), candidates.begin() + std::min(shown, candidates.size()));
  return fmt::format("Known: {}{}", fmt::join(first, ", "), candidates.size() > shown ? ", ..." : "");
}

}  // namespace isochron
