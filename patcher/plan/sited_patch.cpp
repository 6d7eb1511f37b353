// SPDX-License-Identifier: MIT
#include "patcher/plan/sited_patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "patcher/core/utf8.hpp"
#include "patcher/locate/near_note.hpp"

namespace patcher {
namespace {

/// How many files or places a message names before it only counts them.
constexpr std::size_t kMostNamed = 10;

Note note_of(const TreePath& path, std::string message) {
  return {std::move(message), {path.str(), 0, 0}, {}, {}};
}

/// One caught file, and how the edit stands to it.
struct Judged {
  TreePath path;
  Finding finding;
};

/// Says whether a file has no place of the edit. A scope that cannot be told may have one.
bool counts_zero(const Finding& finding) {
  const bool in_vain = has_no_place(finding);
  return in_vain && (finding.absent || finding.diagnostics.front().code == Code::anchor_not_found);
}

/// Makes the edits of one patch for what its globs catch in one view.
class Siting {
 public:
  Siting(const Patch& patch, const View& view, SourceCache& cache)
      : whole_(patch), view_(view), cache_(cache), own_(std::make_shared<Patch>(patch)) {
    own_->edits.clear();
  }

  SitedPatch run() {
    for (const Edit& edit : whole_.edits) {
      if (has_glob(edit)) {
        site(edit);
      } else {
        own_->edits.push_back(edit);
      }
    }
    return {std::move(own_), std::move(refused_)};
  }

 private:
  void site(const Edit& edit) {
    const Result<std::vector<Match>> caught = view_.match(file_of(edit).str());
    if (!caught) {
      refuse(edit, State::missing, caught.error().diagnostics().front());
      return;
    }
    std::vector<TreePath> files;
    for (const Match& match : *caught) {
      if (match.leads_to) continue;
      if (!is_utf8(match.path.str())) {
        refuse_name(edit, match.path);
        return;
      }
      files.push_back(match.path);
    }
    const std::size_t links = caught->size() - files.size();
    const bool wants_one = std::get<TextEdit>(edit.what).files == Files::only_caught;
    if (files.empty()) {
      refuse_empty(edit, links);
    } else if (!wants_one) {
      site_total(edit, files);
    } else if (files.size() > 1) {
      refuse_several(edit, files);
    } else {
      add(edit, files.front(), std::get<TextEdit>(edit.what).count);
    }
  }

  /// Adds `edit` for the one file `path`.
  void add(const Edit& edit, const TreePath& path, std::size_t count) {
    Edit own = edit;
    auto& text = std::get<TextEdit>(own.what);
    text.file = path;
    text.files = Files::named;
    text.count = count;
    own_->edits.push_back(std::move(own));
  }

  /// How `edit` stands to the one file `path`.
  Finding judge(const Edit& edit, const TreePath& path) {
    add(edit, path, 1);
    Finding finding = find_edit({*own_, own_->edits.size() - 1, view_, cache_});
    own_->edits.pop_back();
    return finding;
  }

  void site_total(const Edit& edit, const std::vector<TreePath>& files) {
    std::vector<Judged> there;
    std::vector<Judged> absent;
    bool can_be_told = true;
    for (const TreePath& path : files) {
      Judged judged{path, judge(edit, path)};
      const bool has_none = counts_zero(judged.finding);
      can_be_told = can_be_told && (has_none || judged.finding.seen > 0);
      (has_none ? absent : there).push_back(std::move(judged));
    }
    std::size_t total = 0;
    for (const Judged& judged : there) total += judged.finding.seen;
    if (can_be_told && total != std::get<TextEdit>(edit.what).count) {
      refuse_total(edit, there, absent);
      return;
    }
    for (const Judged& judged : there) {
      add(edit, judged.path, std::max<std::size_t>(judged.finding.seen, 1));
    }
  }

  /// Adds `edit` as it is, with what is wrong with it as a whole.
  void refuse(const Edit& edit, State state, Diagnostic cause) {
    const std::size_t index = own_->edits.size();
    own_->edits.push_back(edit);
    Diagnostic diagnostic = about(*own_, index, cause.code, std::move(cause.message));
    diagnostic.notes = std::move(cause.notes);
    diagnostic.hint = std::move(cause.hint);
    Finding& finding = refused_[index];
    finding.state = state;
    finding.diagnostics.push_back(std::move(diagnostic));
  }

  void refuse_name(const Edit& edit, const TreePath& path) {
    Diagnostic cause;
    cause.code = Code::not_supported;
    cause.message =
        fmt::format("the glob '{}' catches a name that is not UTF-8, and no record can hold it",
                    file_of(edit).str());
    cause.notes.push_back(note_of(path, "it catches this one"));
    cause.hint = "make the glob narrower";
    refuse(edit, State::missing, std::move(cause));
  }

  void refuse_empty(const Edit& edit, std::size_t links) {
    Diagnostic cause;
    cause.code = Code::file_missing;
    cause.message =
        fmt::format("the glob '{}' catches no file of tree '{}'", file_of(edit).str(), whole_.tree);
    if (links > 0) {
      cause.notes.push_back(
          {fmt::format("{} that it catches: links are not followed", counted(links, "link"))});
    }
    cause.hint = "see whether upstream moved or removed the file, or whether the root is right";
    refuse(edit, State::missing, std::move(cause));
    refused_[own_->edits.size() - 1].absent = links == 0;
  }

  void refuse_several(const Edit& edit, const std::vector<TreePath>& files) {
    Diagnostic cause;
    cause.code = Code::file_ambiguous;
    cause.message = fmt::format("the glob '{}' catches {} files, expected 1", file_of(edit).str(),
                                files.size());
    for (const TreePath& path : files) {
      if (cause.notes.size() == kMostNamed) break;
      cause.notes.push_back(note_of(path, "it catches this one"));
    }
    add_rest(files.size(), "file", cause);
    cause.hint = "name the file, or say by 'count' how many places there are in all of them";
    refuse(edit, State::ambiguous, std::move(cause));
  }

  void refuse_total(const Edit& edit, const std::vector<Judged>& there,
                    const std::vector<Judged>& absent) {
    const std::size_t wanted = std::get<TextEdit>(edit.what).count;
    std::size_t total = 0;
    Diagnostic cause;
    for (const Judged& judged : there) {
      total += judged.finding.seen;
      if (cause.notes.size() == kMostNamed) continue;
      cause.notes.push_back(
          note_of(judged.path, fmt::format("{} here", counted(judged.finding.seen, "place"))));
    }
    add_rest(there.size(), "file", cause);
    if (there.empty()) add_nearest(absent, cause);
    cause.code = total < wanted ? Code::anchor_not_found : Code::anchor_ambiguous;
    cause.message =
        fmt::format("{} in the {} that '{}' catches, expected {}", counted(total, "place"),
                    counted(there.size() + absent.size(), "file"), file_of(edit).str(), wanted);
    cause.hint =
        "read the places and write the edit anew, or drop the patch if upstream has made "
        "the change";
    refuse(edit, total < wanted ? State::drifted : State::ambiguous, std::move(cause));
    Finding& finding = refused_[own_->edits.size() - 1];
    finding.seen = total;
    finding.absent =
        there.empty() && std::all_of(absent.begin(), absent.end(),
                                     [](const Judged& judged) { return judged.finding.absent; });
    finding.may_be_done = std::any_of(absent.begin(), absent.end(), [](const Judged& judged) {
      return judged.finding.may_be_done;
    });
  }

  static void add_rest(std::size_t all, std::string_view noun, Diagnostic& cause) {
    if (all <= kMostNamed) return;
    cause.notes.push_back({fmt::format("and {} more", counted(all - kMostNamed, noun))});
  }

  /// What comes near in the first few files that have something like it.
  static void add_nearest(const std::vector<Judged>& absent, Diagnostic& cause) {
    constexpr std::size_t kMostNear = 3;
    for (const Judged& judged : absent) {
      const std::vector<Note>& notes = judged.finding.diagnostics.front().notes;
      if (cause.notes.size() == kMostNear) return;
      if (!notes.empty()) cause.notes.push_back(notes.front());
    }
  }

  const Patch& whole_;
  const View& view_;
  SourceCache& cache_;
  std::shared_ptr<Patch> own_;
  std::map<std::size_t, Finding> refused_;
};

}  // namespace

SitedPatch sited(const Patch& patch, const View& view, SourceCache& cache) {
  if (std::none_of(patch.edits.begin(), patch.edits.end(), has_glob)) {
    return {std::shared_ptr<const Patch>(std::shared_ptr<const void>(), &patch)};
  }
  return Siting(patch, view, cache).run();
}

std::vector<Finding> find_all(const SitedPatch& patch, const View& view, SourceCache& cache) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < patch.patch->edits.size(); ++i) {
    const auto refused = patch.refused.find(i);
    findings.push_back(refused != patch.refused.end() ? refused->second
                                                      : find_edit({*patch.patch, i, view, cache}));
    findings.back().left_out = !patch.patch->edits[i].optional.empty() && findings.back().absent;
  }
  return findings;
}

}  // namespace patcher
