// SPDX-License-Identifier: MIT
#include "patcher/tree/image_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/image_layout.hpp"
#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = LayoutMaker::Json;

Json on_platform(Json descriptor, const std::string& machine) {
  descriptor["platform"] = {{"os", "linux"}, {"architecture", machine}};
  return descriptor;
}
Json called(Json descriptor, const std::string& name) {
  descriptor["annotations"]["org.opencontainers.image.ref.name"] = name;
  return descriptor;
}

class ImageChoice : public ::testing::Test {
 protected:
  [[nodiscard]] Json image(const std::string& text, const std::string& machine = "amd64") const {
    return layout_.add_image({plain_layer(Tar().file("a", text))}, Json::object(), machine);
  }
  [[nodiscard]] Result<ImageRef> choose(const std::string& more = {}) const {
    auto name = parse_image_name("oci:" + layout_.path() + more);
    if (!name) return std::move(name).error();
    auto store = open_layout_folder(name->layout);
    if (!store) return std::move(store).error();
    return choose_image(**store, *name);
  }
  /// Why none is chosen: code and words, with the notes.
  [[nodiscard]] std::string refused(const std::string& more = {}) const {
    const auto ref = choose(more);
    if (ref) return "chosen";
    const Diagnostic& first = ref.error().diagnostics().front();
    std::string text = std::string(name_of(first.code)) + ": " + first.message;
    for (const Note& note : first.notes) text += "\n  " + note.message;
    return text;
  }
  TemporaryFolder folder_;
  const LayoutMaker layout_{folder_ / "a@b"};
};

TEST_F(ImageChoice, TakesTheOnlyOne) {
  const Json only = image("1");
  layout_.name({called(only, "v1"), called(only, "latest")});

  EXPECT_EQ(value_of(choose()).manifest.digest, only["digest"]);
}

TEST_F(ImageChoice, TakesTheOneOfThatNameOrDigest) {
  const Json one = image("1");
  const Json two = image("2");
  layout_.name({called(one, "r/e:v1@x"), called(two, "v2")});

  EXPECT_EQ(value_of(choose("@r/e:v1@x")).manifest.digest, one["digest"]);
  EXPECT_EQ(value_of(choose("@v2")).name, "v2");
  EXPECT_EQ(value_of(choose("@" + two["digest"].get<std::string>())).name, "v2");
  EXPECT_THAT(refused(), HasSubstr("tree-ambiguous: there is more than one image in \""));
  EXPECT_THAT(refused(), HasSubstr("\n  \"v2\": no platform said, sha256:"));
  EXPECT_THAT(refused("@v3"), HasSubstr("tree-not-found: there is no image 'v3' in \""));
}

TEST_F(ImageChoice, TakesTheOneOfThatPlatform) {
  const Json amd = image("1");
  const Json arm = image("1", "arm64");
  layout_.name({on_platform(amd, "amd64"), arm});

  EXPECT_EQ(value_of(choose("#linux/amd64")).manifest.digest, amd["digest"]);
  EXPECT_EQ(value_of(choose("#linux/arm64")).manifest.digest, arm["digest"]);
  EXPECT_THAT(refused("#linux/riscv64"), HasSubstr("there is no image for 'linux/riscv64' in"));
  EXPECT_THAT(refused("#linux"), HasSubstr("usage: "));
}

TEST_F(ImageChoice, GoesThroughIndexesAndPassesOverAttestations) {
  Json attestation = image("2", "unknown");
  attestation["annotations"]["vnd.docker.reference.type"] = "attestation-manifest";
  const Json amd = image("1");
  const Json inner{{"schemaVersion", 2}, {"manifests", {on_platform(amd, "amd64"), attestation}}};
  const Json index = layout_.add(inner.dump(), LayoutMaker::kIndex);
  layout_.name({called(index, "v1")});

  const ImageRef ref = value_of(choose("@v1"));
  EXPECT_EQ(ref.manifest.digest, amd["digest"]);
  EXPECT_EQ(ref.index, index["digest"]);
  EXPECT_EQ(ref.name, "v1");
  EXPECT_EQ(value_of(choose("@" + index["digest"].get<std::string>())).index, index["digest"]);
}

TEST_F(ImageChoice, AnUnknownPlatformWithoutAnAnnotationIsAnImageToo) {
  layout_.name({on_platform(image("1"), "amd64"), on_platform(image("2"), "unknown")});

  EXPECT_THAT(refused(), HasSubstr("more than one"));
}

TEST_F(ImageChoice, RefusesIndexesWithoutAnEnd) {
  Json inner = image("1");
  for (int i = 0; i < 6; ++i) {
    inner = layout_.add(Json{{"manifests", {inner}}}.dump(), LayoutMaker::kIndex);
  }
  layout_.name({inner});
  EXPECT_THAT(refused(), HasSubstr("has indexes within indexes, 4 deep"));

  layout_.name(std::vector<Json>(1001, image("1")));
  EXPECT_THAT(refused(), HasSubstr("has 1001 \"manifests\", more than 1000"));
}

TEST_F(ImageChoice, RefusesWhatIsNoIndex) {
  const auto refusal_of = [&](const std::string& text) {
    layout_.put("index.json", text);
    return refused();
  };
  const std::string digest = image("1")["digest"];
  EXPECT_THAT(refusal_of("{"), HasSubstr("object-unreadable: \"index.json\" of "));
  EXPECT_THAT(refusal_of("[]"), HasSubstr("is no JSON object"));
  EXPECT_THAT(refusal_of("{}"), HasSubstr("has no list \"manifests\""));
  EXPECT_THAT(refusal_of(R"({"manifests": [1]})"), HasSubstr("names a blob by no object"));
  EXPECT_THAT(refusal_of(R"({"manifests": [{"digest": "sha256:../../x", "size": 1}]})"),
              HasSubstr("\"sha256:../../x\", which is no SHA-256 digest"));
  EXPECT_THAT(refusal_of(R"({"manifests": [{"digest": "sha512:00", "size": 1}]})"),
              HasSubstr("not-supported"));
  EXPECT_THAT(refusal_of(R"({"manifests": [{"size": -1, "digest": ")" + digest + "\"}]}"),
              HasSubstr("says no size of the blob"));
  EXPECT_THAT(refusal_of("{\"x\": \"" + std::string(17U << 20U, 'x') + "\"}"),
              HasSubstr("more than a description has"));
  layout_.name({});
  EXPECT_THAT(refused(), HasSubstr("tree-not-found: there is no image in"));
}

TEST_F(ImageChoice, RefusesAManifestWithOtherBytes) {
  const Json one = image("1");
  Json larger = one;
  larger["size"] = one["size"].get<int>() + 1;
  layout_.name({larger});
  EXPECT_THAT(refused("#linux/amd64"), HasSubstr(" bytes, not "));

  layout_.name({one});
  std::string bytes = "{" + std::string(one["size"].get<std::size_t>() - 2, ' ') + "}";
  layout_.put("blobs/sha256/" + one["digest"].get<std::string>().substr(7), bytes);
  EXPECT_THAT(refused("#linux/amd64"), HasSubstr("has other bytes: their SHA-256 is "));

  Json artifact = layout_.add("{}", "application/vnd.oci.artifact.v1+json");
  layout_.name({artifact});
  EXPECT_THAT(refused("#linux/amd64"), HasSubstr("not-supported: "));
}

TEST_F(ImageChoice, RefusesAConfigurationOfOtherLayers) {
  const auto refusal_of = [&](const Json& config) {
    const Json manifest{
        {"config", layout_.add(config.dump(), "application/vnd.oci.image.config.v1+json")},
        {"layers", Json::array()}};
    layout_.name({layout_.add(manifest.dump(), LayoutMaker::kManifest)});
    return refused("#linux/amd64");
  };
  EXPECT_THAT(refusal_of({{"rootfs", {{"diff_ids", {LayoutMaker::digest_of("")}}}}}),
              HasSubstr("has 1 diff ids for 0 layers"));
  EXPECT_THAT(refusal_of({{"rootfs", {{"diff_ids", {"x"}}}}}), HasSubstr("that is no digest"));
  EXPECT_THAT(refusal_of({{"history", {1}}}), HasSubstr("a step of history that is no object"));
}

TEST_F(ImageChoice, RefusesWhatIsNoLayout) {
  layout_.name({image("1")});
  EXPECT_EQ(code_of(open_layout_folder(folder_ / "none")), Code::tree_not_found);
  EXPECT_EQ(code_of(open_layout_folder(folder_.path())), Code::tree_not_found);
  EXPECT_EQ(code_of(open_layout_folder(folder_ / "a@b/oci-layout")), Code::tree_not_found);
}

TEST_F(ImageChoice, ReadsEachPartOfAName) {
  const ImageName name =
      value_of(parse_image_name("oci:" + layout_.path() + "@r:v1#linux/arm/v7:/app/E"));

  EXPECT_EQ(name.layout, layout_.path());
  EXPECT_EQ(name.name, "r:v1");
  EXPECT_EQ(name.platform, "linux/arm/v7");
  EXPECT_EQ(name.folder, "/app/E");
  EXPECT_EQ(code_of(parse_image_name("oci:")), Code::usage);
  EXPECT_EQ(code_of(parse_image_name("oci:x@")), Code::usage);
}

}  // namespace
}  // namespace patcher
