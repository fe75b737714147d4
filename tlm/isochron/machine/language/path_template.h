// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <isochron/machine/language/expression.h>

namespace isochron {

/// The path of a part, a port or a statistic as a machine file writes it, with expressions between brackets:
/// "node[n].raid[r + 1].dma[0]".
class PathTemplate {
 public:
  struct Segment {
    std::string name;
    std::vector<Expression> indices;
  };

  /// Throws InputError where `text` is no path.
  static PathTemplate parse(const std::string& text, const SourcePosition& position);

  /// "node[0].raid[2].dma[0]". Throws InputError.
  std::string path(const Names& names) const;

  /// The same with indices as Expression::text_with() has them.
  std::string text_with(const Names& names, const std::set<std::string>& free) const;

  const std::vector<Segment>& segments() const { return segments_; }
  const std::string& text() const { return text_; }
  const SourcePosition& position() const { return position_; }

 private:
  std::string text_;
  SourcePosition position_;
  std::vector<Segment> segments_;
};

/// Whether a name can be a part's, a port's, a parameter's: letters, digits and _, a letter first.
bool is_name(const std::string& text);

}  // namespace isochron
