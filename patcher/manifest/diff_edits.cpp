// SPDX-License-Identifier: MIT
#include "patcher/manifest/diff_edits.hpp"

#include <memory>
#include <utility>

namespace patcher::language {
namespace {

using Kind = DiffFile::Kind;

constexpr std::uint32_t kUsualMode = 0644;

Diagnostic about_hunk(const Diff& diff, const DiffHunk& hunk, std::string message,
                      std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = Code::diff_invalid;
  diagnostic.message = std::move(message);
  diagnostic.where = {diff.file, hunk.line, 1};
  diagnostic.lines = hunk.lines;
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

/// Makes the edits of one section.
class SectionEdits {
 public:
  SectionEdits(const Diff& diff, const DiffFile& file, const DiffPaths& paths, HunkScope scope)
      : diff_(diff), file_(file), paths_(paths), scope_(scope) {}

  Result<std::vector<Edit>> make() {
    switch (file_.kind) {
      case Kind::added:
        return whole(AddFile{*paths_.after, whole_text(&DiffHunk::after),
                             file_.mode_after.value_or(kUsualMode)});
      case Kind::removed:
        return whole(RemoveFile{*paths_.before, whole_text(&DiffHunk::before)});
      case Kind::moved:
        return moved();
      case Kind::changed:
        break;
    }
    auto edits = hunks_in(*paths_.after);
    if (!edits) return edits;
    if (file_.mode_after && file_.mode_after != file_.mode_before) {
      edits->push_back(at_section(ModeOf{*paths_.after, *file_.mode_after, file_.mode_before}));
    }
    return edits;
  }

 private:
  [[nodiscard]] std::string whole_text(std::string DiffHunk::* side) const {
    return file_.hunks.empty() ? std::string() : file_.hunks.front().*side;
  }

  template <class What>
  [[nodiscard]] Edit at_section(What what) const {
    Edit edit;
    edit.what = std::move(what);
    edit.anchor_where = {diff_.file, file_.line, 1};
    edit.lines = file_.lines;
    return edit;
  }

  template <class What>
  [[nodiscard]] std::vector<Edit> whole(What what) const {
    return {at_section(std::move(what))};
  }

  Result<std::vector<Edit>> moved() {
    auto hunks = hunks_in(*paths_.before);
    if (!hunks) return hunks;
    Move move{*paths_.before, *paths_.after, *std::move(hunks), {}, {}};
    if (file_.mode_after && file_.mode_after != file_.mode_before) {
      move.was = file_.mode_before;
      move.mode = file_.mode_after;
    }
    const auto shared = std::make_shared<const Move>(std::move(move));
    return std::vector<Edit>{at_section(MoveAway{shared->from, shared}),
                             at_section(MoveHere{shared->to, shared})};
  }

  Result<std::vector<Edit>> hunks_in(const TreePath& path) {
    std::vector<Edit> edits;
    Diagnostics found;
    for (const DiffHunk& hunk : file_.hunks) {
      auto anchor = anchor_of(hunk);
      if (!anchor) {
        append(found, std::move(anchor).error().diagnostics());
        continue;
      }
      TextEdit text;
      text.file = path;
      text.anchor = *std::move(anchor);
      text.text = hunk.after;
      text.text_where = {diff_.file, hunk.line, 1};
      Edit edit;
      edit.what = std::move(text);
      edit.anchor_where = {diff_.file, hunk.line, 1};
      edit.lines = hunk.lines;
      edits.push_back(std::move(edit));
    }
    if (!found.empty()) return Failure(std::move(found));
    return edits;
  }

  [[nodiscard]] Result<HunkAnchor> anchor_of(const DiffHunk& hunk) const {
    const bool has_context = hunk.context_above + hunk.context_below > 0;
    if (has_context) {
      return HunkAnchor{hunk.before, hunk.context_above == 0, hunk.context_below == 0};
    }
    // Without context, the hunk is the whole file, or one of a diff that was made without any.
    if (scope_ == HunkScope::file && file_.hunks.size() == 1 && hunk.old_start <= 1) {
      return HunkAnchor{hunk.before, true, true};
    }
    if (hunk.before.empty()) {
      return about_hunk(diff_, hunk,
                        "the hunk has neither context nor removed lines: nothing says where its "
                        "lines belong",
                        "make the diff with context, or write the edit with 'between'");
    }
    if (scope_ == HunkScope::file) {
      return about_hunk(diff_, hunk, "the hunk has no context, so that it needs a scope",
                        "make the diff with context, or name the definition with 'scope:'");
    }
    if (hunk.after.empty()) {
      return about_hunk(diff_, hunk,
                        "the hunk leaves no line by which its result could be recognised",
                        "make the diff with context");
    }
    return HunkAnchor{hunk.before, false, false};
  }

  const Diff& diff_;
  const DiffFile& file_;
  const DiffPaths& paths_;
  HunkScope scope_;
};

}  // namespace

Result<std::vector<Edit>> edits_of(const Diff& diff, const DiffFile& file, const DiffPaths& paths,
                                   HunkScope scope) {
  return SectionEdits(diff, file, paths, scope).make();
}

}  // namespace patcher::language
