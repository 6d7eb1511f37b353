// SPDX-License-Identifier: MIT
// Trees that are read from an image's layers: `--root TREE=oci:LAYOUT:/FOLDER`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/image_layout.hpp"
#include "tests/support/one_patch.hpp"

namespace patcher::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kInImage = " --root t=oci:image:/app/E";

/// A patch that makes `V=1` in file `a` of tree `t` to `V=2`, and images of that tree.
class ImageRoot : public ::testing::Test {
 protected:
  /// What is in `folder`, at `at` of an image.
  [[nodiscard]] Tar tar_of(const std::string& folder, const std::string& at) const {
    Tar tar;
    for (const auto& item : fs::recursive_directory_iterator(box_.root() / folder)) {
      const std::string below = item.path().lexically_relative(box_.root() / folder);
      const std::string name = at + "/" + below;
      const auto mode = static_cast<unsigned>(item.status().permissions());
      if (item.is_directory()) tar.folder(name, mode);
      if (item.is_regular_file()) tar.file(name, box_.read(folder + "/" + below), mode);
    }
    return tar;
  }
  /// Makes the image of the tree as it is on the disk.
  void make_image(const Tar& more = {}) const {
    layout_.image({gzip_layer(Tar().folder("app").file("etc/os", "x")),
                   gzip_layer(tar_of("tree", "app/E")), plain_layer(more)});
  }
  /// Runs it, and demands that nothing whatever is written.
  [[nodiscard]] RunResult run(const std::string& arguments) const {
    const Snapshot before = box_.snapshot(".");
    RunResult result = box_.run(arguments);
    EXPECT_TRUE(box_.snapshot(".") == before) << arguments;
    return result;
  }
  [[nodiscard]] std::string state(const std::string& more = kInImage) const {
    const auto json = nlohmann::json::parse(run("status m.yaml --format json" + more).out);
    return json["patches"][0]["state"];
  }

  Sandbox box_{one_patch("- {file: a, find: V=1, replace: V=2}\n", "a", "V=1\nW=1\n")};
  const LayoutMaker layout_{box_.root() / "image"};
};

TEST_F(ImageRoot, IsPristineWhereTheSetIsNotApplied) {
  make_image();

  const RunResult status = run("status m.yaml --require pristine" + kInImage);
  EXPECT_EQ(status.exit, 0) << status.text();
  EXPECT_THAT(status.out, AllOf(HasSubstr("tree t  oci:image:/app/E  pin 0123456789ab"),
                                HasSubstr("pristine  p  a test\n    0  a:1\n")));
  const RunResult verified = run("verify m.yaml --drill" + kInImage);
  EXPECT_EQ(verified.exit, 0) << verified.text();
  EXPECT_THAT(verified.out, HasSubstr("m: proved in memory; 1 patch pristine"));
  EXPECT_THAT(run("diff m.yaml" + kInImage).out, HasSubstr("-V=1\n+V=2\n"));
}

TEST_F(ImageRoot, IsAppliedWhereTheSetWasAppliedAndRecorded) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  make_image();

  EXPECT_EQ(run("status m.yaml --require applied" + kInImage).exit, 0);
  EXPECT_EQ(state(), "applied");
  const RunResult verified = run("verify m.yaml" + kInImage);
  EXPECT_EQ(verified.exit, 0) << verified.text();
}

TEST_F(ImageRoot, SaysWhatIsPendingThere) {
  box_.write("m.yaml", manifest_text({"p.yaml"}) +
                           "rebuilds:\n  - {id: r, tree: t, when_changed: [a], run: [make], "
                           "produces: [a.so]}\n");
  ASSERT_EQ(box_.run("apply m.yaml --rebuild never").exit, 0);
  make_image();

  const RunResult result = run("status m.yaml --require applied" + kInImage);
  EXPECT_EQ(result.exit, 1) << result.text();
  EXPECT_THAT(result.err, HasSubstr("'r'"));
}

TEST_F(ImageRoot, IsModifiedWhereALaterLayerWroteOverIt) {
  ASSERT_EQ(box_.run("apply m.yaml").exit, 0);
  make_image(Tar().file("app/E/a", "V=3\nW=1\n"));
  EXPECT_EQ(state(), "modified");

  make_image(Tar().file("app/E/.wh.a", ""));
  EXPECT_NE(state(), "applied");
  EXPECT_EQ(run("status m.yaml --require applied" + kInImage).exit, 1);
}

TEST_F(ImageRoot, HasFromUpstreamWhatNoRecordKnowsOf) {
  box_.write("tree/a", "V=2\nW=1\n");
  make_image();

  EXPECT_EQ(state(), "obsolete");
  EXPECT_EQ(run("verify m.yaml" + kInImage).exit, 1);
}

TEST_F(ImageRoot, IsLocatedByTheManifestsPaths) {
  make_image(Tar().link("srv/E", "/app/E").file("opt/E/a", "V=1\n"));
  box_.write("m.yaml",
             "version: 1\nname: m\ntrees:\n  t:\n    upstream: https://example.org/t\n"
             "    commit: \"0123456789abcdef0123456789abcdef01234567\"\n"
             "    locate: [{path: E}, {python: e}, {path: /none}, {path: /srv/E}, {path: /app/E}, "
             "{path: /opt/E}]\npatches: [p.yaml]\n");

  const RunResult result = run("status m.yaml --require pristine --root t=oci:image");
  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr("oci:image:/srv/E"));
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("tree 't' is there 2 times: only \"/srv/E\" is looked at"),
                    HasSubstr("another copy: \"/opt/E\"")));
}

TEST_F(ImageRoot, SaysWhereItLookedAndFoundNothing) {
  make_image();
  const RunResult result = run("status m.yaml --root t=oci:image");

  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err, HasSubstr("tree 't' is nowhere to be found in 'oci:image'"));
  EXPECT_THAT(result.err, HasSubstr("--root t=oci:image:/FOLDER"));
  EXPECT_EQ(run("status m.yaml --root t=oci:image:/app/F").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=oci:image:/app/E/a").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=oci:image@none:/app/E").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=oci:none:/app/E").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=oci:tree:/app/E").exit, 3);
  EXPECT_EQ(run("status m.yaml --root t=oci:").exit, 2);
}

TEST_F(ImageRoot, RefusesALinkOnTheWayAndWhatIsNoFile) {
  make_image(Tar().link("app/E/a", "b"));
  const RunResult linked = run("verify m.yaml" + kInImage);
  EXPECT_EQ(linked.exit, 5);
  EXPECT_THAT(linked.err, HasSubstr("[unsafe-link]"));

  make_image(Tar().fifo("app/E/a"));
  EXPECT_EQ(state(), "missing");
}

TEST_F(ImageRoot, RefusesALayerThatIsDamaged) {
  make_image();
  const MadeLayer layer = gzip_layer(tar_of("tree", "app/E"));
  fs::resize_file(layout_.blob(LayoutMaker::digest_of(layer.packed)), 20);
  const RunResult result = run("verify m.yaml" + kInImage);
  EXPECT_EQ(result.exit, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("has 20 bytes, but the manifest says"),
                    HasSubstr("[object-unreadable]"), HasSubstr("image/blobs/sha256/")));

  make_image(Tar().file("app/../../x", ""));
  EXPECT_EQ(run("verify m.yaml" + kInImage).exit, 5);
}

TEST_F(ImageRoot, SaysThatARunWasInterruptedThere) {
  make_image(Tar().file("app/E/.patcher/journal.json", "{}"));
  const RunResult result = run("verify m.yaml" + kInImage);

  EXPECT_EQ(result.exit, 1);
  EXPECT_THAT(result.err, HasSubstr("a run was interrupted in \"oci:image:/app/E\" [interrupted]"));
}

TEST_F(ImageRoot, IsNotWrittenIn) {
  make_image();
  for (const char* command : {"apply", "revert", "apply --dry-run", "rebuild", "check"}) {
    const RunResult result = run(std::string(command) + " m.yaml" + kInImage);
    EXPECT_EQ(result.exit, 2) << command;
    EXPECT_THAT(result.err, HasSubstr("needs a folder [usage]"));
  }
  EXPECT_EQ(run("status m.yaml --root t:d=oci:image --root t=tree").exit, 2);
  EXPECT_EQ(run("status m.yaml --root t:d=tree" + kInImage).exit, 2);
}

TEST_F(ImageRoot, TakesGlobsAndFilesThatWereNotWantedBefore) {
  box_.write("p.yaml", patch_text("p", "- {file: \"*.txt\", find: V=1, replace: V=2, count: 2}\n"));
  box_.write("tree/a.txt", "V=1\n");
  box_.write("tree/d/b.txt", "V=1\n");
  make_image(Tar().hard_link("app/E/a.txt", "app/E/d/b.txt"));

  const RunResult result = run("verify m.yaml" + kInImage);
  EXPECT_EQ(result.exit, 0) << result.text();
  EXPECT_THAT(result.out, HasSubstr("2 files would change and come back"));
}

}  // namespace
}  // namespace patcher::testing
