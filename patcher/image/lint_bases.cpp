// SPDX-License-Identifier: MIT
// What an image stands on, and what it copies from: IMG001, IMG002, IMG006, IMG007.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "patcher/image/image_reference.hpp"
#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

/// A reference to an image, and where it stands.
struct Named {
  std::size_t instruction;
  ByteRange at;
  ExpandedText reference;
};

std::string shown(std::string text) {
  std::ranges::replace(text, kUnknownPart, '?');
  return text;
}

std::string origin_of(const Named& named) {
  if (named.reference.names.empty()) return "";
  return fmt::format(" (from ARG {})", fmt::join(named.reference.names, ", "));
}

class Bases {
 public:
  Bases(const LintSubject& subject, LintFindings& findings)
      : subject_(subject), findings_(findings), defaults_(plan_build(subject.dockerfile, {})) {}

  void judge_all() {
    for (std::size_t i = 0; i < subject_.plan.bases.size(); ++i) {
      const StageBase& base = subject_.plan.bases[i];
      if (base.stage) continue;
      const Named named{subject_.dockerfile.stages[i].begin, base.at, base.reference};
      if (!judge_override(named, i)) judge(named);
    }
    for (std::size_t i = 0; i < subject_.dockerfile.instructions.size(); ++i) judge_sources(i);
  }

 private:
  /// IMG006: a build argument that takes the place of a pinned base.
  bool judge_override(const Named& named, std::size_t stage) {
    const ImageReference planned = reference_of(defaults_.bases[stage].reference.text);
    const ImageReference given = reference_of(named.reference.text);
    if (planned.digest.empty() || !given.digest.empty()) return false;
    findings_
        .add(Code::pin_overridden, named.instruction, named.at,
             fmt::format("--build-arg puts '{}' in place of a base that is pinned by digest",
                         shown(named.reference.text)))
        .hint = "give the argument with the digest: NAME@sha256:...";
    return true;
  }

  /// COPY --from=IMAGE and RUN --mount=from=IMAGE.
  void judge_sources(std::size_t index) {
    const DockerfileInstruction& each = subject_.instruction(index);
    for (const DockerfileFlag& flag : each.flags) {
      const std::string source = source_in(each, flag);
      if (source.empty() || names_stage(source)) continue;
      judge({index,
             {flag.at, flag.at + flag.name.size() + flag.value.size() + 3},
             expanded(source, subject_.plan.scopes[index].variables, subject_.dockerfile.escape)});
    }
  }

  static std::string source_in(const DockerfileInstruction& each, const DockerfileFlag& flag) {
    if (flag.name == "from" && each.word == "COPY") return flag.value;
    const std::size_t from = flag.value.find("from=");
    if (flag.name != "mount" || from == std::string::npos) return "";
    return flag.value.substr(from + 5, flag.value.find(',', from) - from - 5);
  }

  [[nodiscard]] bool names_stage(std::string name) const {
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool is_number =
        std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; });
    return is_number || std::ranges::any_of(subject_.dockerfile.stages,
                                            [&](const auto& stage) { return stage.name == name; });
  }

  void judge(const Named& named) {
    const ImageReference reference = reference_of(named.reference.text);
    if (named.reference.text == "scratch" || !reference.digest.empty()) return;
    const std::string image = shown(named.reference.text);
    if (named.reference.text.find(kUnknownPart) != std::string::npos) {
      judge_unknown(named);
    } else if (named.reference.text.empty()) {
      findings_.add(Code::base_unknown, named.instruction, named.at,
                    fmt::format("the image's name is empty{}", origin_of(named)));
    } else if (is_floating(reference.tag)) {
      findings_
          .add(Code::base_floating, named.instruction, named.at,
               fmt::format("'{}'{} moves: {}", image, origin_of(named),
                           reference.tag.empty()
                               ? std::string("without a tag it is 'latest'")
                               : fmt::format("'{}' is whatever was pushed last", reference.tag)))
          .hint = "name a release, and its digest: NAME:TAG@sha256:...";
    } else {
      findings_
          .add(Code::base_tag_only, named.instruction, named.at,
               fmt::format("'{}'{} is named by its tag alone, and a tag can be moved or go", image,
                           origin_of(named)))
          .hint = "add the digest: NAME:TAG@sha256:...";
    }
  }

  void judge_unknown(const Named& named) {
    Diagnostic& found =
        findings_.add(Code::base_unknown, named.instruction, named.at,
                      fmt::format("which image this is, the build's {} will say: '{}'",
                                  named.reference.unknown.size() == 1 ? "argument" : "arguments",
                                  fmt::join(named.reference.unknown, "', '")));
    found.severity = Severity::note;
    found.hint = "judge it with --build-arg, and build with a digest in it";
  }

  const LintSubject& subject_;
  LintFindings& findings_;
  BuildPlan defaults_;
};

}  // namespace

void lint_bases(const LintSubject& subject, LintFindings& findings) {
  Bases(subject, findings).judge_all();
}

}  // namespace patcher
