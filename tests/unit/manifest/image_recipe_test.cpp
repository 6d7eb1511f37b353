// SPDX-License-Identifier: MIT
#include "patcher/manifest/image_recipe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace patcher {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Manifest manifest_at(const std::string& file) {
  Manifest manifest;
  manifest.name = "atom-nightly";
  manifest.file = file;
  TreeSpec tree;
  tree.name = "t";
  tree.locate = {{Location::Path{"/app/t"}, {}, {}}};
  manifest.trees.push_back(std::move(tree));
  return manifest;
}

void add_patch(Manifest& manifest, const std::string& file,
               std::vector<PayloadFile> payloads = {}) {
  Patch patch;
  patch.tree = "t";
  patch.file = file;
  patch.payloads = std::move(payloads);
  manifest.patches.push_back(std::move(patch));
}

std::vector<std::string> copied(const Manifest& manifest) {
  const Result<ImageRecipe> recipe = image_recipe_of(manifest, "/work/set");
  EXPECT_TRUE(recipe.has_value());
  return recipe ? recipe->copied : std::vector<std::string>{};
}

std::string refusal(const Manifest& manifest) {
  const Result<ImageRecipe> recipe = image_recipe_of(manifest, "/work/set");
  EXPECT_FALSE(recipe.has_value());
  return recipe ? "" : recipe.error().diagnostics().front().message;
}

TEST(ImageRecipe, CopiesTheFoldersOfTheSetAndNoneTwice) {
  Manifest manifest = manifest_at("manifests/m.yaml");
  add_patch(manifest, "manifests/../patches/atom/p.yaml");
  add_patch(manifest, "patches/aiter/p.yaml", {{"p/kernel.cu", ""}, {"../shared/rows.csv", ""}});
  EXPECT_THAT(copied(manifest),
              ElementsAre("manifests", "patches/aiter", "patches/atom", "patches/shared"));
  add_patch(manifest, "patches/q.yaml");
  EXPECT_THAT(copied(manifest), ElementsAre("manifests", "patches"));
}

TEST(ImageRecipe, CopiesFilesOfTheContextItselfOneByOne) {
  Manifest manifest = manifest_at("m.yaml");
  add_patch(manifest, "p.yaml");
  Rebuild rebuild;
  rebuild.run = {"sh", "{here}/build.sh"};
  manifest.rebuilds.push_back(std::move(rebuild));
  Check check;
  check.run = {"sh", "-c", "exec '{here}/checks/c.sh' {here}/d"};
  manifest.checks.push_back(std::move(check));
  EXPECT_THAT(copied(manifest),
              ElementsAre("build.sh", "checks", "d", "m.lock.yaml", "m.yaml", "p.yaml"));
}

TEST(ImageRecipe, TakesAbsolutePathsThatLieInTheContext) {
  Manifest manifest = manifest_at("/work/set/manifests/m.yaml");
  add_patch(manifest, "/work/set/manifests/p.yaml");
  EXPECT_THAT(copied(manifest), ElementsAre("manifests"));
  EXPECT_EQ(image_recipe_of(manifest, "/work/set")->manifest, "manifests/m.yaml");
}

TEST(ImageRecipe, RefusesWhatLiesOutsideOfTheContext) {
  Manifest manifest = manifest_at("manifests/m.yaml");
  add_patch(manifest, "manifests/../../patches/p.yaml");
  EXPECT_THAT(refusal(manifest), HasSubstr("lies outside of this folder"));
  EXPECT_THAT(refusal(manifest_at("/work/settings/m.yaml")), HasSubstr("lies outside"));
}

TEST(ImageRecipe, RefusesNamesThatADockerfileReadsOtherwise) {
  for (const char* name : {"a b", "a$b", "a\"b", "a\\b", "a\nRUN x", "a*b", "[a]", "#a", "a'b"}) {
    Manifest manifest = manifest_at("manifests/m.yaml");
    add_patch(manifest, std::string("patches/") + name + "/p.yaml");
    EXPECT_THAT(refusal(manifest), HasSubstr("has a name that a Dockerfile would read otherwise"));
  }
}

TEST(ImageRecipe, SplitsTheBase) {
  const std::string digest = "sha256:" + std::string(64, 'a');
  const auto base_of = [](const std::string& image, const std::string& by_key) {
    Manifest manifest = manifest_at("manifests/m.yaml");
    manifest.base = {image, by_key};
    const auto recipe = image_recipe_of(manifest, "/work/set");
    return recipe ? recipe->base_image + " " + recipe->base_digest : "refused";
  };
  EXPECT_EQ(base_of("rocm/atom-dev:nightly_1", ""), "rocm/atom-dev ");
  EXPECT_EQ(base_of("host:5000/a/b", digest), "host:5000/a/b " + digest);
  EXPECT_EQ(base_of("host:5000/a/b:t@" + digest, ""), "host:5000/a/b " + digest);
  EXPECT_EQ(base_of("a@" + digest, digest), "a " + digest);
  EXPECT_EQ(base_of("", ""), " ");
  EXPECT_EQ(base_of("a@" + digest, "sha256:" + std::string(64, 'b')), "refused");
  EXPECT_EQ(base_of("a b", ""), "refused");
  EXPECT_EQ(base_of("a\nRUN x", ""), "refused");
  EXPECT_EQ(base_of(":tag", ""), "refused");
}

TEST(ImageRecipe, TheOptInIsNoVariableThatProgramsKnow) {
  const auto opt_in_of = [](const std::string& name) {
    Manifest manifest = manifest_at("manifests/m.yaml");
    manifest.name = name;
    return image_recipe_of(manifest, "/work/set")->opt_in;
  };
  EXPECT_EQ(opt_in_of("atom-nightly"), "ATOM_NIGHTLY");
  EXPECT_EQ(opt_in_of("v1.2_x"), "V1_2_X");
  EXPECT_EQ(opt_in_of("path"), "PATH_PATCHES");
  EXPECT_EQ(opt_in_of("patcher"), "PATCHER_PATCHES");
  EXPECT_EQ(opt_in_of("base-digest"), "BASE_DIGEST_PATCHES");
  EXPECT_EQ(opt_in_of("7b"), "SET_7B");
}

TEST(ImageRecipe, RefusesATreeThatHasNoPlaceInAnImage) {
  Manifest manifest = manifest_at("manifests/m.yaml");
  add_patch(manifest, "manifests/p.yaml");
  manifest.trees.front().locate = {{Location::Path{"app/t"}, {}, {}}};
  EXPECT_THAT(refusal(manifest), HasSubstr("tree 't' has no place in an image"));
  manifest.trees.front().locate.push_back({Location::Python{"t", 0}, {}, {}});
  EXPECT_TRUE(image_recipe_of(manifest, "/work/set").has_value());
}

}  // namespace
}  // namespace patcher
