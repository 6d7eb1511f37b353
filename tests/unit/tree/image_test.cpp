// SPDX-License-Identifier: MIT
#include "patcher/tree/image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/image_layout.hpp"
#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A layout of one image, and what reading it comes to.
class ImageTest : public ::testing::Test {
 protected:
  [[nodiscard]] Result<std::unique_ptr<Image>> open(ImageReading how = {}) const {
    auto store = open_layout_folder(layout_.path());
    if (!store) return std::move(store).error();
    auto ref = choose_image(**store, {layout_.path()});
    if (!ref) return std::move(ref).error();
    return Image::open(*std::move(store), *std::move(ref), std::move(how));
  }
  /// Why the files of the image are refused: code and words.
  [[nodiscard]] std::string refused(ImageReading how = {}) const {
    const auto image = open(std::move(how));
    if (!image) return words(image.error());
    const auto files = (*image)->files();
    return files ? std::string("taken") : words(files.error());
  }
  /// Everything in the image, as lines: path, kind, mode, and the bytes of a file.
  [[nodiscard]] std::string listed(ImageReading how = {}) const {
    const auto image = value_of(open(std::move(how)));
    return listed(*image, value_of(image->files())->root(), "");
  }
  TemporaryFolder folder_;
  const LayoutMaker layout_{folder_ / "image"};

 private:
  static std::string words(const Failure& failure) {
    const Diagnostic& first = failure.diagnostics().front();
    return std::string(name_of(first.code)) + ": " + first.message;
  }
  static std::string listed(const Image& image, const ImageNode& node, const std::string& path) {
    std::string text;
    for (const auto& [name, inner] : node.inside) {
      const std::string at = path + "/" + name;
      if (inner->kind == ImageNode::Kind::folder) text += at + "/\n" + listed(image, *inner, at);
      if (inner->kind == ImageNode::Kind::link) text += at + " -> " + inner->leads_to + "\n";
      if (inner->kind == ImageNode::Kind::other) text += at + " other\n";
      if (inner->kind != ImageNode::Kind::file) continue;
      text += at + " = " + *value_of(image.read({inner.get()})).front() + "\n";
    }
    return text;
  }
};

TEST_F(ImageTest, LaysLayersOverOneAnother) {
  layout_.image({plain_layer(Tar().folder("a").file("a/x", "1").file("a/y", "1").file("b", "1")),
                 gzip_layer(Tar().file("a/x", "2").link("l", "a/x")),
                 zstd_layer(Tar().file("./a/new/z", "3").file("/c", "3"))});

  EXPECT_EQ(listed(),
            "/a/\n/a/new/\n/a/new/z = 3\n/a/x = 2\n/a/y = 1\n/b = 1\n/c = 3\n/l -> a/x\n");
}

TEST_F(ImageTest, SaysWhichLayerAFileComesFromAndItsMode) {
  layout_.image({plain_layer(Tar().file("a", "1").file("b", "1", 0755)),
                 plain_layer(Tar().file("a", "22", 04711))});

  const auto image = value_of(open());
  const ImageNode& a = *value_of(value_of(image->files())->find("a")).node;
  const ImageNode& b = *value_of(value_of(image->files())->find("/b")).node;

  EXPECT_EQ(a.layer, 1U);
  EXPECT_EQ(a.mode, 04711U);
  EXPECT_EQ(a.size, 2U);
  EXPECT_EQ(a.mtime, 1700000000);
  EXPECT_EQ(b.layer, 0U);
  EXPECT_EQ(b.mode, 0755U);
}

TEST_F(ImageTest, AWhiteoutTakesAwayWhatIsBelowIt) {
  layout_.image({plain_layer(Tar().file("a/x", "1").file("a/y", "1").file("d/e/f", "1")),
                 plain_layer(Tar().file("a/.wh.x", "").file(".wh.d", "").file(".wh.none", ""))});

  EXPECT_EQ(listed(), "/a/\n/a/y = 1\n");
}

TEST_F(ImageTest, AWhiteoutLeavesWhatItsOwnLayerHasInWhateverOrder) {
  for (const bool is_first : {true, false}) {
    Tar tar;
    if (is_first) tar.file(".wh.d", "");
    tar.file("d/new", "2");
    if (!is_first) tar.file(".wh.d", "");
    layout_.image({plain_layer(Tar().file("d/old", "1").file("d/e/f", "1")), plain_layer(tar)});

    EXPECT_EQ(listed(), "/d/\n/d/new = 2\n") << is_first;
  }
}

TEST_F(ImageTest, AnOpaqueFolderHidesAllThatLayersBelowHaveInIt) {
  for (const bool is_first : {true, false}) {
    Tar tar;
    tar.folder("d");
    if (is_first) tar.file("d/.wh..wh..opq", "");
    tar.file("d/new", "2").file("d/sub/new", "2");
    if (!is_first) tar.file("d/.wh..wh..opq", "");
    layout_.image({plain_layer(Tar().file("d/old", "1").file("d/sub/old", "1").file("e", "1")),
                   plain_layer(tar)});

    EXPECT_EQ(listed(), "/d/\n/d/new = 2\n/d/sub/\n/d/sub/new = 2\n/e = 1\n") << is_first;
  }
}

TEST_F(ImageTest, AnOpaqueFolderInPlaceOfALinkLeavesWhereTheLinkLed) {
  layout_.image({plain_layer(Tar().file("real/x", "1").link("d", "real")),
                 plain_layer(Tar().folder("d").file("d/.wh..wh..opq", "").file("d/y", "2"))});

  EXPECT_EQ(listed(), "/d/\n/d/y = 2\n/real/\n/real/x = 1\n");
}

TEST_F(ImageTest, LeavesOutWhatAufsKeepsForItself) {
  layout_.image(
      {plain_layer(Tar().file("a", "1").folder(".wh..wh.plnk").file(".wh..wh.aufs", ""))});

  EXPECT_EQ(listed(), "/a = 1\n");
}

TEST_F(ImageTest, AFileTakesThePlaceOfAFolderAndAFolderThatOfAFile) {
  layout_.image({plain_layer(Tar().file("a/x", "1").file("b", "1")),
                 plain_layer(Tar().file("a", "2").file("b/x", "2"))});
  EXPECT_THAT(refused(), HasSubstr("has an entry \"b/x\", which lies below what is no folder"));

  layout_.image({plain_layer(Tar().file("a/x", "1").file("b", "1")),
                 plain_layer(Tar().file("a", "2").folder("b").file("b/x", "2"))});
  EXPECT_EQ(listed(), "/a = 2\n/b/\n/b/x = 2\n");
}

TEST_F(ImageTest, AnEntryBelowALinkGoesWhereTheLinkLeads) {
  layout_.image(
      {plain_layer(Tar().file("usr/lib/x", "1").link("lib", "usr/lib").link("up", "../..")),
       plain_layer(Tar().file("lib/x", "2").file("up/top", "2").file("lib/.wh.gone", ""))});

  EXPECT_EQ(listed(),
            "/lib -> usr/lib\n/top = 2\n/up -> ../..\n/usr/\n/usr/lib/\n/usr/lib/x = 2\n");
}

TEST_F(ImageTest, AHardLinkIsTheFileThatItNames) {
  layout_.image({gzip_layer(Tar().file("a", "one", 0600).hard_link("b", "a")),
                 gzip_layer(Tar().hard_link("c", "./b").file("a", "two"))});

  EXPECT_EQ(listed(), "/a = two\n/b = one\n/c = one\n");
}

TEST_F(ImageTest, FindsWhereLinksLeadAndNeverLeavesTheRoot) {
  layout_.image({plain_layer(Tar()
                                 .file("app/v1/x", "1")
                                 .link("app/current", "v1")
                                 .link("abs", "/app/current")
                                 .link("out", "../../../app")
                                 .link("loop", "loop2")
                                 .link("loop2", "loop")
                                 .link("gone", "nowhere"))});
  const auto image = value_of(open());
  const ImageFiles& files = *value_of(image->files());

  EXPECT_EQ(value_of(files.find("/abs/x")).path, "/app/v1/x");
  EXPECT_EQ(value_of(files.find("out/current/../v1")).path, "/app/v1");
  EXPECT_EQ(value_of(files.find("/")).path, "/");
  EXPECT_EQ(value_of(files.find("/gone")).node, nullptr);
  EXPECT_EQ(value_of(files.find("/app/v1/x/y")).node, nullptr);
  EXPECT_EQ(code_of(files.find("/loop/x")), Code::unsafe_link);
}

TEST_F(ImageTest, TakesNamesOfAnyBytesAndAnyLength) {
  const std::string name = "F\xc5\x91tan\xc3\xba.crt";
  const std::string deep = std::string(120, 'd') + "/" + std::string(120, 'f');
  layout_.image({plain_layer(
      Tar().file(name, "1").file(deep, "2").link("l", name).hard_link("h" + name, name))});

  EXPECT_EQ(listed(), "/" + name + " = 1\n/" + deep.substr(0, 120) + "/\n/" + deep + " = 2\n/h" +
                          name + " = 1\n/l -> " + name + "\n");
}

TEST_F(ImageTest, KeepsTheBytesThatAreWantedAndReadsOthersInOnePass) {
  layout_.image(
      {gzip_layer(Tar().file("a", "1").file("b", "1")), gzip_layer(Tar().file("c", "2"))});
  const auto image =
      value_of(open({.is_wanted = [](std::string_view path) { return path == "a"; }}));
  const ImageFiles& files = *value_of(image->files());
  const auto node = [&](const char* path) { return value_of(files.find(path)).node; };
  fs::remove_all(folder_ / "image/blobs");

  EXPECT_EQ(*value_of(image->read({node("a")})).front(), "1");
  EXPECT_EQ(code_of(image->read({node("a"), node("c")})), Code::object_unreadable);
}

TEST_F(ImageTest, HasLabelsHistoryAndPlatform) {
  layout_.image({plain_layer(Tar().file("a", "1"))},
                {{"config", {{"Labels", {{"io.patcher.set", "s"}, {"n", 1}}}}},
                 {"history", {{{"created_by", "RUN x"}}, {{"empty_layer", true}}}}});
  const auto image = value_of(open());

  EXPECT_EQ(image->config().platform, "linux/amd64");
  EXPECT_EQ(image->config().labels, (ImageTexts{{"io.patcher.set", "s"}}));
  ASSERT_EQ(image->config().history.size(), 2U);
  EXPECT_EQ(image->config().history[0].created_by, "RUN x");
  EXPECT_TRUE(image->config().history[1].is_empty);
  EXPECT_EQ(image->config().diff_ids.size(), 1U);
  EXPECT_EQ(image->manifest().layers.size(), 1U);
}

TEST_F(ImageTest, RefusesALayerWithOtherBytes) {
  const MadeLayer good = gzip_layer(Tar().file("a", "1"));
  const MadeLayer other = gzip_layer(Tar().file("a", "2"));
  ASSERT_EQ(good.packed.size(), other.packed.size());
  layout_.image({good});
  std::ofstream(layout_.blob(LayoutMaker::digest_of(good.packed))) << other.packed;
  EXPECT_THAT(refused(), HasSubstr("has other bytes: theirs is sha256:"));

  std::ofstream(layout_.blob(LayoutMaker::digest_of(good.packed))) << other.packed << "more";
  EXPECT_THAT(refused(), HasSubstr("bytes, but the manifest says"));

  layout_.image({{good.archive, other.packed, other.media_type}});
  EXPECT_THAT(refused(), HasSubstr("when it is unpacked, but the image's configuration says"));

  layout_.image({good});
  fs::remove(layout_.blob(LayoutMaker::digest_of(good.packed)));
  EXPECT_THAT(refused(), HasSubstr("object-unreadable: the image layout"));
  fs::create_directory(layout_.blob(LayoutMaker::digest_of(good.packed)));
  EXPECT_THAT(refused(), HasSubstr(", but something else"));
}

TEST_F(ImageTest, RefusesALayerThatEndsEarly) {
  MadeLayer layer = gzip_layer(Tar().file("a", std::string(5000, 'x') + std::to_string(1)));
  layer.packed.resize(layer.packed.size() / 2);
  layout_.image({layer});
  EXPECT_THAT(refused(), HasSubstr("cannot be unpacked: truncated gzip input"));

  MadeLayer zst = zstd_layer(Tar().file("a", "1"));
  zst.packed.resize(zst.packed.size() - 5);
  layout_.image({zst});
  EXPECT_THAT(refused(), HasSubstr("cannot be unpacked: "));

  Tar tar;
  tar.file("a", std::string(3000, 'x'));
  const std::string cut = tar.open().substr(0, 2000);
  layout_.image({{cut, cut, "application/vnd.oci.image.layer.v1.tar"}});
  EXPECT_THAT(refused(), HasSubstr("cannot be unpacked: "));
  layout_.image({{"", "", "application/vnd.oci.image.layer.v1.tar+gzip"}});
  EXPECT_THAT(refused(), HasSubstr("cannot be unpacked: "));
  layout_.image(
      {{"no archive", gzip("no archive"), "application/vnd.oci.image.layer.v1.tar+gzip"}});
  EXPECT_THAT(refused(), HasSubstr("cannot be unpacked: "));
}

TEST_F(ImageTest, RefusesEntriesThatLeaveTheImageOrNoContainerCouldHave) {
  const auto refusal_of = [&](const Tar& tar) {
    layout_.image({plain_layer(tar)});
    return refused();
  };
  EXPECT_THAT(refusal_of(Tar().file("../x", "1")), HasSubstr("unsafe-path: layer sha256:"));
  EXPECT_THAT(refusal_of(Tar().file("a/../../x", "1")), HasSubstr("\"a/../../x\", whose path is"));
  EXPECT_THAT(refusal_of(Tar().file("a", "1").hard_link("b", "../a")), HasSubstr("unsafe-path"));
  EXPECT_THAT(refusal_of(Tar().file(std::string(5000, 'x'), "1")), HasSubstr("unsafe-path"));
  EXPECT_THAT(refusal_of(Tar().hard_link("b", "a")), HasSubstr("a hard link to \"a\", where no"));
  EXPECT_THAT(refusal_of(Tar().folder("a").hard_link("b", "a")), HasSubstr("where no file is"));
  EXPECT_THAT(refusal_of(Tar().file("a", "1").file("a/b", "1")), HasSubstr("below what is no"));
  EXPECT_THAT(refusal_of(Tar().file(".wh.", "")), HasSubstr("a whiteout of no name"));
  EXPECT_THAT(refusal_of(Tar().file(".wh..", "")), HasSubstr("a whiteout of no name"));
  EXPECT_THAT(refusal_of(Tar().file(".", "1")), HasSubstr("a root that is no folder"));
  EXPECT_THAT(refusal_of(Tar().link("l", "l").file("l/x", "1")), HasSubstr("unsafe-link"));
}

TEST_F(ImageTest, RefusesWhatIsTooLarge) {
  layout_.image({gzip_layer(Tar().file("a", std::string(100'000, '\0')).file("b", "1"))});
  EXPECT_THAT(refused({.limits = {.layer = 50'000}}), HasSubstr("it has more than 50000 bytes"));
  EXPECT_THAT(refused({.limits = {.entries = 1}}), HasSubstr("has entry number 2 of the image"));
  EXPECT_EQ(refused({.limits = {.layer = 102'912}}), "taken");

  const auto image = value_of(open({.limits = {.file = 99'999}}));
  const ImageNode* a = value_of(value_of(image->files())->find("a")).node;
  const auto bytes = image->read({a});
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().diagnostics().front().message, HasSubstr("is too large to be read"));
}

TEST_F(ImageTest, RefusesMediaTypesThatItDoesNotKnow) {
  MadeLayer layer = plain_layer(Tar().file("a", "1"));
  layer.media_type = "application/vnd.oci.image.layer.v1.tar+lz4";
  layout_.image({layer});

  EXPECT_THAT(refused(), HasSubstr("not-supported: layer sha256:"));
}

TEST_F(ImageTest, NamesThePlaceOfWhatItRefuses) {
  layout_.image({plain_layer(Tar().file("../x", "1"))});
  const auto image = value_of(open());
  const auto files = image->files();

  ASSERT_FALSE(files);
  const std::string& file = files.error().diagnostics().front().where.file;
  EXPECT_THAT(file, HasSubstr(layout_.path() + "/blobs/sha256/"));
  EXPECT_TRUE(fs::exists(file));
}

}  // namespace
}  // namespace patcher
