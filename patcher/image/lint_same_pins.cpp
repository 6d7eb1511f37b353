// SPDX-License-Identifier: MIT
// One pin, spelled in several places: IMG003, IMG008.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "patcher/core/line_index.hpp"
#include "patcher/image/cloned_source.hpp"
#include "patcher/image/image_reference.hpp"
#include "patcher/image/lint_subject.hpp"

namespace patcher {
namespace {

bool is_same_commit(const std::string& a, const std::string& b) {
  return a.starts_with(b) || b.starts_with(a);
}

std::string in_small_letters(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// A word of a line that a document may spell a pin with.
struct Word {
  std::string text;
  std::size_t at;  ///< In the line.
};

std::vector<Word> words_in(std::string_view line) {
  constexpr std::string_view kParts =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@";
  std::vector<Word> words;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t begin = line.find_first_of(kParts, i);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(line.find_first_not_of(kParts, begin), line.size());
    std::string text(line.substr(begin, end - begin));
    while (text.ends_with('.') || text.ends_with(':')) text.pop_back();
    if (!text.empty()) words.push_back({std::move(text), begin});
    i = end;
  }
  return words;
}

class SamePins {
 public:
  SamePins(const LintSubject& subject, LintFindings& findings)
      : subject_(subject), findings_(findings), manifest_(*subject.input.manifest) {
    for (const TreeSpec& tree : manifest_.trees) pins_.insert(tree.commit);
  }

  void judge_all() {
    judge_bases();
    judge_clones();
    judge_arguments();
    judge_lock();
    for (const NamedText& document : subject_.input.documents) judge_document(document);
  }

 private:
  void judge_bases() {
    const ImageReference own = own_base();
    if (!own.repository.empty() && own.digest.empty()) {
      findings_
          .add_elsewhere(Code::base_tag_only, {manifest_.file},
                         fmt::format("the manifest's base '{}' has no digest, and a tag can be "
                                     "moved or go",
                                     manifest_.base.image))
          .hint = "write what the registry has for it: base: {image: ..., digest: \"sha256:...\"}";
    }
    for (std::size_t i = 0; i < subject_.plan.bases.size(); ++i) {
      const StageBase& base = subject_.plan.bases[i];
      if (base.stage) continue;
      const std::string fault = fault_of(reference_of(base.reference.text));
      if (fault.empty()) continue;
      add_base(i, base, fault);
    }
  }

  void add_base(std::size_t stage, const StageBase& base, const std::string& fault) {
    const bool is_digest = fault.find("digest") != std::string::npos;
    findings_
        .add(is_digest ? Code::tag_digest_differ : Code::pins_differ,
             subject_.dockerfile.stages[stage].begin, base.at, fault)
        .hint = "have one of them, the one that the lock was made on, in both";
  }

  /// In what `base` is not the manifest's base, which it names; empty where it is, or is another
  /// image.
  [[nodiscard]] std::string fault_of(const ImageReference& base) const {
    const ImageReference own = own_base();
    const bool is_other = own.repository.empty() ||
                          bare_repository(base.repository) != bare_repository(own.repository);
    if (is_other) return "";
    const auto is_open = [](const std::string& part) {
      return part.empty() || part.find(kUnknownPart) != std::string::npos;
    };
    const bool same_tag = !is_open(base.tag) && base.tag == own.tag;
    const bool other_tag = !is_open(base.tag) && !own.tag.empty() && base.tag != own.tag;
    const bool both_digests = !is_open(base.digest) && !own.digest.empty();
    if (both_digests && base.digest != own.digest) {
      return fmt::format("the base's digest is not the manifest's{}: '{}' here, '{}' there",
                         same_tag ? fmt::format(", though both name the tag '{}'", own.tag) : "",
                         base.digest, own.digest);
    }
    if (both_digests && other_tag) {
      return fmt::format(
          "tag and digest disagree: with this digest the manifest has '{}', not '{}'", own.tag,
          base.tag);
    }
    if (!other_tag) return "";
    return fmt::format("the base is '{}' here, and '{}' in the manifest", base.tag, own.tag);
  }

  [[nodiscard]] ImageReference own_base() const {
    ImageReference own = reference_of(manifest_.base.image);
    if (!manifest_.base.digest.empty()) own.digest = manifest_.base.digest;
    return own;
  }

  void judge_clones() {
    for (const ClonedSource& source : cloned_sources(subject_)) {
      for (const TreeSpec& tree : manifest_.trees) {
        const bool is_tree =
            !tree.upstream.empty() && repository_of(source.url) == repository_of(tree.upstream);
        const bool differs =
            is_tree && is_commit(source.ref) && !is_same_commit(source.ref, tree.commit);
        if (differs) add(source.instruction, source.ref_at, tree, source.ref);
      }
    }
  }

  /// `ARG AITER_COMMIT=<commit>`.
  void judge_arguments() {
    for (std::size_t i = 0; i < subject_.dockerfile.instructions.size(); ++i) {
      const DockerfileInstruction& each = subject_.instruction(i);
      if (each.word != "ARG" && each.word != "ENV") continue;
      for (const DockerfileWord& word : words_of(each.text.text(), subject_.dockerfile.escape)) {
        judge_argument(i, word);
      }
    }
  }

  void judge_argument(std::size_t index, const DockerfileWord& word) {
    const std::size_t equals = std::min(word.text.find('='), word.text.size());
    const std::string name = in_small_letters(word.text.substr(0, equals));
    const std::string value = expanded(word.text.substr(std::min(equals + 1, word.text.size())), {},
                                       subject_.dockerfile.escape)
                                  .text;
    if (!is_commit(value)) return;
    for (const TreeSpec& tree : manifest_.trees) {
      const bool is_tree = name.starts_with(in_small_letters(tree.name) + "_");
      if (!is_tree || tree.commit.empty() || is_same_commit(value, tree.commit)) continue;
      const std::size_t begin = subject_.instruction(index).text.source_of(word.at);
      add(index, {begin, begin + word.text.size()}, tree, value);
    }
  }

  void judge_lock() {
    if (subject_.input.lock == nullptr) return;
    for (const TreeSpec& tree : manifest_.trees) {
      const LockedTree* locked = subject_.input.lock->tree(tree.name);
      if (locked == nullptr || locked->commit == tree.commit) continue;
      findings_.add_elsewhere(Code::pins_differ, locked->where, fault_for(tree, locked->commit))
          .hint = "make the lock anew: patcher lock";
    }
  }

  void judge_document(const NamedText& document) {
    const LineIndex lines(document.bytes);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::vector<Word> words = words_in(lines.text(i));
      for (const Word& word : words) {
        const Place where{document.file, static_cast<std::uint32_t>(i + 1),
                          static_cast<std::uint32_t>(word.at + 1)};
        judge_word(word, words, where);
      }
    }
  }

  void judge_word(const Word& word, const std::vector<Word>& line, const Place& where) {
    const bool is_image =
        word.text.find('/') != std::string::npos &&
        (word.text.find(':') != std::string::npos || word.text.find('@') != std::string::npos);
    const std::string fault = is_image ? fault_of(reference_of(word.text)) : "";
    if (!fault.empty()) {
      findings_.add_elsewhere(Code::pins_differ, where, fault).hint = "bring the text up to date";
      return;
    }
    // A commit may stand at the end of an address.
    const std::string text = word.text.substr(word.text.find_last_of("/@:") + 1);
    const TreeSpec* tree = is_commit(text) ? tree_named_in(line) : nullptr;
    const bool is_pin = tree == nullptr || std::ranges::any_of(pins_, [&](const auto& pin) {
                          return is_same_commit(text, pin);
                        });
    if (is_pin) return;
    findings_.add_elsewhere(Code::pins_differ, where, fault_for(*tree, text)).hint =
        "bring the text up to date";
  }

  /// The one tree that the line names, by its own name or its repository's; null for none or two.
  [[nodiscard]] const TreeSpec* tree_named_in(const std::vector<Word>& line) const {
    const TreeSpec* found = nullptr;
    for (const TreeSpec& tree : manifest_.trees) {
      const std::string repository = repository_of(tree.upstream);
      const bool is_named = std::ranges::any_of(line, [&](const Word& word) {
        const std::string text = in_small_letters(word.text);
        return text == in_small_letters(tree.name) ||
               (!repository.empty() && text.find(repository) != std::string::npos);
      });
      if (is_named && found != nullptr) return nullptr;
      if (is_named) found = &tree;
    }
    return found;
  }

  static std::string fault_for(const TreeSpec& tree, const std::string& other) {
    return fmt::format("tree '{}' is pinned to '{}' here, and to '{}' in the manifest", tree.name,
                       other, tree.commit);
  }

  void add(std::size_t instruction, ByteRange at, const TreeSpec& tree, const std::string& other) {
    findings_.add(Code::pins_differ, instruction, at, fault_for(tree, other)).hint =
        "have one commit, the one that the lock was made on, everywhere";
  }

  const LintSubject& subject_;
  LintFindings& findings_;
  const Manifest& manifest_;
  std::set<std::string> pins_;
};

}  // namespace

void lint_same_pins(const LintSubject& subject, LintFindings& findings) {
  if (subject.input.manifest != nullptr) SamePins(subject, findings).judge_all();
}

}  // namespace patcher
