// SPDX-License-Identifier: MIT
#include "patcher/image/lint.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace patcher {
namespace {

using Texts = std::vector<std::string>;

constexpr const char* kDigest =
    "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kOther =
    "sha256:bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
constexpr const char* kPin = "0123456789abcdef0123456789abcdef01234567";
constexpr const char* kOtherPin = "fedcba9876543210fedcba9876543210fedcba98";
/// A base without a fault.
const std::string kFrom = std::string("FROM r/e:v1@") + kDigest + "\n";
const std::string kEnd =
    "RUN [\"patcher\", \"apply\", \"/s/m.yaml\", \"--locked\"]\n"
    "RUN [\"patcher\", \"status\", \"/s/m.yaml\", \"--locked\", \"--require\", \"applied\"]\n";

ImageLintInput input_of(const std::string& text) {
  ImageLintInput input;
  input.dockerfile = {"Dockerfile", text};
  input.today = "2026-12-01";
  return input;
}

/// A set over one tree, `engine`, at /app/engine and as the package `engine`.
Manifest set_of_engine() {
  Manifest manifest;
  manifest.name = "m";
  manifest.file = "m.yaml";
  manifest.base = {"r/e:v1", kDigest};
  TreeSpec tree;
  tree.name = "engine";
  tree.upstream = "https://example.org/vendor/engine";
  tree.commit = kPin;
  tree.locate = {{Location::Path{"/app/engine"}, {}}, {Location::Python{"engine", 1}, {}}};
  manifest.trees = {tree};
  return manifest;
}

/// What is found, as `error IMG001 2`: severity, rule and line.
Texts found_by(const ImageLintInput& input) {
  Texts found;
  for (const Diagnostic& each : lint_image(input)) {
    found.push_back(std::string(name_of(each.severity)) + " " + std::string(name_of(each.code)) +
                    " " + std::to_string(each.where.line));
  }
  return found;
}
Texts found_in(const std::string& text) { return found_by(input_of(text)); }
Texts found_with_set(const std::string& text) {
  const Manifest manifest = set_of_engine();
  ImageLintInput input = input_of(text);
  input.manifest = &manifest;
  return found_by(input);
}

/// The first finding's message.
std::string said_of(const std::string& text) {
  const Diagnostics found = lint_image(input_of(text));
  return found.empty() ? "" : found.front().message;
}

TEST(ImageLint, APinnedBaseIsClean) {
  EXPECT_EQ(found_in(kFrom + "RUN true\n"), (Texts{}));
  EXPECT_EQ(found_in(std::string("ARG BASE=r/e:v1@") + kDigest + "\nFROM ${BASE}\n"), (Texts{}));
  EXPECT_EQ(found_in("ARG D\nFROM r/e@${D}\n"), (Texts{}));
  EXPECT_EQ(found_in("FROM scratch\nCOPY a b\n"), (Texts{}));
  EXPECT_EQ(found_in(kFrom + "FROM scratch AS x\nCOPY --from=0 a b\nFROM X\nCOPY --from=x a b\n"),
            (Texts{}));
}

TEST(ImageLint, ATagIsNoPin) {
  EXPECT_EQ(found_in("FROM r/e:v1\n"), (Texts{"error IMG001 1"}));
  EXPECT_EQ(found_in("ARG B=\"r/e:v1\"\nFROM ${B} AS a\nFROM a\n"), (Texts{"error IMG001 2"}));
  EXPECT_EQ(found_in("FROM r/e\n"), (Texts{"error IMG002 1"}));
  EXPECT_EQ(found_in("FROM r/e:nightly\n"), (Texts{"error IMG002 1"}));
  EXPECT_EQ(found_in("ARG B\nFROM ${B}\n"), (Texts{"note IMG007 2"}));
  EXPECT_EQ(found_in("FROM ${B}\n"), (Texts{"error IMG007 1"}));
  EXPECT_EQ(found_in(kFrom + "COPY --from=r/t:v2 /x /x\n"), (Texts{"error IMG001 2"}));
  EXPECT_EQ(found_in(kFrom + "RUN --mount=type=bind,from=r/t,target=/t x\n"),
            (Texts{"error IMG002 2"}));
}

TEST(ImageLint, ABuildArgumentDoesNotReplaceAPin) {
  ImageLintInput input = input_of(std::string("ARG BASE=r/e:v1@") + kDigest + "\nFROM ${BASE}\n");
  EXPECT_EQ(found_by(input), (Texts{}));
  input.arguments = {{"BASE", "r/e:v1"}};
  EXPECT_EQ(found_by(input), (Texts{"error IMG006 2"}));
  input.arguments = {{"BASE", std::string("mirror/e@") + kDigest}};
  EXPECT_EQ(found_by(input), (Texts{}));
}

TEST(ImageLint, AClaimNeedsItsPin) {
  EXPECT_EQ(found_in("# the digest keeps the tag from moving\nARG B=r/e:v1\nFROM $B\n"),
            (Texts{"warning IMG005 1", "error IMG001 3"}));
  EXPECT_EQ(found_in("# not pinned yet\nFROM r/e:v1\n"), (Texts{"error IMG001 2"}));
  EXPECT_EQ(found_in("# pinned by digest\n" + kFrom), (Texts{}));
  EXPECT_EQ(found_in("# base pinned\n\n# the base\nFROM r/e:v1\n"), (Texts{"error IMG001 4"}));
  EXPECT_EQ(found_in("# base pinned\n#\n# the base\nFROM r/e:v1\n"), (Texts{"error IMG001 4"}));
  EXPECT_EQ(found_in("# at the pinned ref\nFROM r/e:v1\n"), (Texts{"error IMG001 2"}));
}

TEST(ImageLint, ASourceIsPinnedByItsCommit) {
  const std::string clone = kFrom + "ARG REF=main\nARG SHA=" + kPin + "\nARG OPEN\nRUN ";
  EXPECT_EQ(found_in(clone + "git clone https://h/o/n && cd n && git checkout ${SHA}\n"),
            (Texts{}));
  EXPECT_EQ(found_in(clone + "git clone https://h/o/n && cd n && git checkout $REF\n"),
            (Texts{"error IMG002 5"}));
  EXPECT_EQ(found_in(clone + "git clone https://h/o/n\n"), (Texts{"error IMG002 5"}));
  EXPECT_EQ(found_in(clone + "git clone --depth 1 -b v1.2 https://h/o/n\n"),
            (Texts{"warning IMG001 5"}));
  EXPECT_EQ(found_in(clone + "git clone https://h/o/n && git -C n checkout $OPEN\n"),
            (Texts{"note IMG007 5"}));
  EXPECT_EQ(found_in(clone + "pip install git+https://h/o/n.git@main\n"),
            (Texts{"error IMG002 5"}));
  EXPECT_EQ(found_in(clone + "pip install git+https://h/o/n.git@" + kPin + "#egg=n\n"), (Texts{}));
}

TEST(ImageLint, HiddenFailuresAreNamed) {
  const std::string text =
      kFrom +
      "RUN pip uninstall -y e || true && git clone -b v1 U /e && pip install /e && pip show e || "
      "true\n";
  const Diagnostics found = lint_image(input_of(text));
  ASSERT_EQ(found.size(), 2U);  // The clone's tag is the other.
  EXPECT_EQ(found[1].code, Code::failure_hidden);
  EXPECT_EQ(found[1].message, "a failure of 'git clone', 'pip install' is hidden by '|| true'");
  ASSERT_EQ(found[1].notes.size(), 1U);
  EXPECT_EQ(found[1].notes[0].message, "this '|| true' hides only 'pip uninstall'");
  EXPECT_EQ(said_of(kFrom + "RUN make && make x && ls || true\n"),
            "a failure of 'make', 'make x' is hidden by '|| true'");
  EXPECT_EQ(said_of(kFrom + "RUN pip install a && pip install b; ls\n"),
            "a failure of 'pip install' (2 times) is hidden by what follows: without 'set -e' only "
            "the last status counts");
  EXPECT_EQ(said_of(kFrom + "RUN set -e; which x || { pip install x && ls; }; ls\n"),
            "a failure of 'pip install' is hidden by what follows: 'set -e' does not look at what "
            "stands before '&&' or '||'");
  EXPECT_EQ(found_in(kFrom + "RUN sed -i /x/d \"$HOME/.profile\" || true\n"), (Texts{}));
  EXPECT_EQ(found_in(kFrom + "RUN pip install /e && { pip show e || true; }\n"), (Texts{}));
}

TEST(ImageLint, TheShellOfAStageCounts) {
  const std::string pipe = "RUN curl -f U | sh\n";
  EXPECT_EQ(found_in(kFrom + pipe), (Texts{"error IMG101 2"}));
  EXPECT_EQ(found_in(kFrom + "SHELL [\"/bin/bash\", \"-o\", \"pipefail\", \"-c\"]\n" + pipe),
            (Texts{}));
  EXPECT_EQ(
      found_in(kFrom + "SHELL [\"/bin/bash\", \"-o\", \"pipefail\", \"-c\"]\n" + kFrom + pipe),
      (Texts{"error IMG101 4"}));
  EXPECT_EQ(found_in(kFrom + "RUN set -ex; \\\n  curl -f U | \\\n  sh\n"),
            (Texts{"error IMG101 3"}));
  EXPECT_EQ(found_in(kFrom + "RUN [\"/bin/bash\", \"-c\", \"make; echo done\"]\n"),
            (Texts{"error IMG101 2"}));
  EXPECT_EQ(found_in(kFrom + "RUN [\"/bin/bash\", \"-ec\", \"make; echo done\"]\n"), (Texts{}));
  EXPECT_EQ(found_in(kFrom + "RUN <<EOF\nmake\necho done\nEOF\n"), (Texts{"error IMG101 3"}));
  EXPECT_EQ(found_in(kFrom + "RUN <<EOF\n#!/usr/bin/env python3\nmake\nx\nEOF\n"), (Texts{}));
}

TEST(ImageLint, AStatusReadTooLateIsFound) {
  EXPECT_EQ(found_in(kFrom + "RUN diff out golden || true; \\\n  rc=$?; [ $rc -eq 0 ]\n"),
            (Texts{"error IMG102 3"}));
  EXPECT_EQ(found_in(kFrom + "RUN rc=0; diff out golden || rc=$?; \\\n  [ $rc -eq 0 ]\n"),
            (Texts{}));
}

TEST(ImageLint, WhatIsNotReadIsSaid) {
  EXPECT_EQ(found_in(kFrom + "RUN if make; then\n"), (Texts{"warning IMG103 2"}));
}

TEST(ImageLint, EditsBesideTheSetAreFound) {
  EXPECT_EQ(found_in(kFrom + "RUN patch -p1 --fuzz=0 < /x\n"), (Texts{"error IMG110 2"}));
  EXPECT_EQ(found_in(kFrom + "RUN git apply --check /x && git apply /x\n"),
            (Texts{"error IMG110 2"}));
  EXPECT_EQ(found_in(kFrom + "RUN sed -i /x/d /etc/apt/sources.list\n"), (Texts{}));
  EXPECT_EQ(found_with_set(kFrom + "RUN cd /app && sed -i s/a/b/ engine/f.py\n" + kEnd),
            (Texts{"error IMG110 2"}));
  EXPECT_EQ(found_in(kFrom + "RUN git clone -b v1 https://h/o/n /n && cd /n && sed -i -e /x/d f\n"),
            (Texts{"warning IMG001 2", "error IMG110 2"}));
  EXPECT_EQ(found_in(kFrom + "RUN sed -i s/a/b/ /usr/lib/python3/dist-packages/e/f.py\n"),
            (Texts{"error IMG110 2"}));
}

TEST(ImageLint, ALiveDiffNeedsADigest) {
  const std::string fetch = "RUN curl -fsSL https://h/o/n/pull/7.diff -o /d";
  EXPECT_EQ(found_in(kFrom + fetch + "\n"), (Texts{"error IMG111 2"}));
  EXPECT_EQ(found_in(kFrom + fetch + " && echo 'ab  /d' > /s && sha256sum -c /s\n"), (Texts{}));
  EXPECT_EQ(found_in(kFrom + "ADD https://h/x.patch?raw=1 /x\n"), (Texts{"error IMG111 2"}));
  EXPECT_EQ(found_in(kFrom + "ADD --checksum=sha256:ab https://h/x.patch /x\n"), (Texts{}));
  EXPECT_EQ(found_in(kFrom + "RUN curl -fsSLO https://h/x.tar.gz\n"), (Texts{}));
}

TEST(ImageLint, FuzzIsFound) {
  EXPECT_EQ(found_in(kFrom + "RUN patch -p1 < /x\n"), (Texts{"error IMG112 2", "error IMG110 2"}));
  EXPECT_EQ(said_of(kFrom + "RUN patch --fuzz=3 -p1 < /x\n"),
            "'patch' may drop 3 lines of a hunk's context");
  EXPECT_EQ(found_in(kFrom + "RUN patch -F0 -p1 < /x\n"), (Texts{"error IMG110 2"}));
}

TEST(ImageLint, LabelsByHandAreFound) {
  EXPECT_EQ(found_in(kFrom + "LABEL io.patcher.applied=\"two\" a=b\n"), (Texts{"error IMG201 2"}));
  EXPECT_EQ(found_in(kFrom + "LABEL com.x.patches=\"a b\"\n"), (Texts{"warning IMG201 2"}));
  EXPECT_EQ(found_in(kFrom + "LABEL com.x.dispatcher=a io.patcherx=b\n"), (Texts{}));
}

TEST(ImageLint, AMountedSetIsFoundWhereTheBuilderIsBlind) {
  const std::string mount =
      kFrom +
      "RUN --mount=type=bind,source=set,target=/s [\"patcher\", \"apply\", \"/s/m.yaml\", "
      "\"--locked\"]\n" +
      "RUN [\"patcher\", \"status\", \"/s/m.yaml\", \"--locked\", \"--require\", \"applied\"]\n";
  ImageLintInput input = input_of(mount);
  EXPECT_EQ(found_by(input), (Texts{"warning IMG301 2"}));
  input.builder = Builder::buildah;
  EXPECT_EQ(found_by(input), (Texts{"warning IMG301 2"}));
  input.builder = Builder::docker;
  EXPECT_EQ(found_by(input), (Texts{}));
  EXPECT_EQ(found_in("# syntax=docker/dockerfile:1\n" + mount), (Texts{}));
}

TEST(ImageLint, WhatTouchesPatchedFilesLaterIsFound) {
  const auto later = [](const std::string& line) {
    const std::size_t split = kEnd.find('\n') + 1;
    return found_with_set(kFrom + kEnd.substr(0, split) + line + "\n" + kEnd.substr(split));
  };
  EXPECT_EQ(later("RUN pip install --force-reinstall engine==1.2"), (Texts{"error IMG302 3"}));
  EXPECT_EQ(later("RUN pip install 'Vendor_Engine[x]>=1'"), (Texts{"error IMG302 3"}));
  EXPECT_EQ(later("RUN pip install engineering"), (Texts{}));
  EXPECT_EQ(later("RUN git -C /app/engine checkout v2"), (Texts{"error IMG302 3"}));
  EXPECT_EQ(later("RUN rm /app/engine/f.py"), (Texts{"error IMG302 3"}));
  EXPECT_EQ(later("RUN echo x > /app/engine/f.py"), (Texts{"error IMG302 3"}));
  EXPECT_EQ(later("RUN rm /app/engineer"), (Texts{}));
  EXPECT_EQ(later("COPY f.py /app/engine/"), (Texts{"error IMG302 3"}));
  EXPECT_EQ(later("COPY f.py /app/"), (Texts{}));
  EXPECT_EQ(found_with_set(kFrom + "RUN pip install engine==1.1\n" + kEnd), (Texts{}));
}

TEST(ImageLint, AChildOfAPatchedImageIsHeldToItToo) {
  const std::string child = std::string("FROM r/patched@") + kOther + "\n";
  EXPECT_EQ(found_with_set(child + "RUN pip install --force-reinstall engine==1.2\n"),
            (Texts{"error IMG305 2", "error IMG302 2"}));
  EXPECT_EQ(found_with_set(child + "RUN pip install other\n" + kEnd.substr(kEnd.find('\n') + 1)),
            (Texts{}));
}

TEST(ImageLint, ASwitchThatCanSkipTheApplyIsFound) {
  const std::string run = "RUN if [ \"$APPLY\" = 1 ]; then patcher apply m.yaml --locked; fi\n" +
                          kEnd.substr(kEnd.find('\n') + 1);
  EXPECT_EQ(found_in("ARG APPLY=1\n" + kFrom + run), (Texts{"error IMG303 3"}));
  EXPECT_EQ(said_of("ARG APPLY=1\n" + kFrom + run),
            "'APPLY' is empty in this stage, for its ARG stands before the first FROM: the patches "
            "never go in");
  EXPECT_EQ(found_in("ARG APPLY=1\n" + kFrom + "ARG APPLY\n" + run), (Texts{"warning IMG303 4"}));
  EXPECT_EQ(found_in(kFrom + "ARG APPLY\nRUN [ \"$APPLY\" = 1 ] || exit 1; " +
                     run.substr(run.find("patcher"), 29) + "\n" + kEnd.substr(kEnd.find('\n') + 1)),
            (Texts{}));
}

TEST(ImageLint, TheLockAndTheLastRunAreDemanded) {
  EXPECT_EQ(found_in(kFrom + kEnd), (Texts{}));
  EXPECT_EQ(found_in(kFrom + "RUN patcher apply m.yaml\n" + kEnd), (Texts{"error IMG304 2"}));
  EXPECT_EQ(found_in(kFrom + kEnd.substr(0, kEnd.find('\n') + 1)), (Texts{"error IMG305 2"}));
  EXPECT_EQ(found_in(kFrom + kEnd + "RUN ls\n"), (Texts{"error IMG305 4"}));
  EXPECT_EQ(found_in(kFrom + "RUN patcher apply m --locked\n"
                             "RUN patcher status m --locked --require applied --tree t\n"),
            (Texts{"error IMG305 3"}));
  EXPECT_EQ(found_in(kFrom + "RUN [\"patcher\", \"apply\", \"m\", \"--locked\", \"--dry-run\"]\n"),
            (Texts{}));
  EXPECT_EQ(found_with_set(kFrom + "RUN ls\n"), (Texts{"error IMG305 2"}));
}

TEST(ImageLint, OnePinIsSpelledInOneWay) {
  const std::string args = std::string("ARG ENGINE_COMMIT=") + kPin + "\n";
  EXPECT_EQ(found_with_set(kFrom + args + kEnd), (Texts{}));
  EXPECT_EQ(found_with_set(kFrom + "ARG ENGINE_COMMIT=" + kOtherPin + "\n" + kEnd),
            (Texts{"error IMG008 2"}));
  EXPECT_EQ(found_with_set(kFrom + "ARG OTHER_COMMIT=" + kOtherPin + "\n" + kEnd), (Texts{}));
  EXPECT_EQ(found_with_set(kFrom +
                           "RUN git clone https://example.org/vendor/engine.git && cd "
                           "engine && git checkout " +
                           kOtherPin + "\n" + kEnd),
            (Texts{"error IMG008 2"}));
  EXPECT_EQ(found_with_set(std::string("FROM r/e:v1@") + kOther + "\n" + kEnd),
            (Texts{"error IMG003 1"}));
  EXPECT_EQ(found_with_set(std::string("FROM docker.io/r/e:v2@") + kDigest + "\n" + kEnd),
            (Texts{"error IMG003 1"}));
  EXPECT_EQ(found_with_set("FROM r/e:v2\n" + kEnd), (Texts{"error IMG001 1", "error IMG008 1"}));
}

TEST(ImageLint, TextsAndTheLockSpellTheSamePin) {
  Manifest manifest = set_of_engine();
  Lock lock;
  lock.trees = {{"engine", kOtherPin, {}, {}, {"m.lock.yaml", 7, 3}}};
  ImageLintInput input = input_of(kFrom + kEnd);
  input.manifest = &manifest;
  input.documents = {{"a.md", std::string("Engine is at ") + kPin + ".\n"}};
  EXPECT_EQ(found_by(input), (Texts{}));
  input.documents = {{"a.md", std::string("the base\nengine is at `fedcba98765`.\n")},
                     {"b.md", std::string("on r/e:v1@") + kOther + "\nother: fedcba98765\n"}};
  input.lock = &lock;
  EXPECT_EQ(found_by(input), (Texts{"error IMG008 2", "error IMG008 1", "error IMG008 7"}));
  manifest.base.digest = "";
  input.documents.clear();
  input.lock = nullptr;
  EXPECT_EQ(found_by(input), (Texts{"error IMG001 0"}));
}

TEST(ImageLint, ACommentAllowsWithAReason) {
  const auto with = [](const std::string& comment) {
    return found_in(kFrom + "# patcher-lint: " + comment + "\nRUN make || true\n");
  };
  EXPECT_EQ(with("allow IMG101 reason=\"the base may lack it\""), (Texts{}));
  EXPECT_EQ(with("allow IMG101, IMG110 reason=x until=2026-12-01"), (Texts{}));
  EXPECT_EQ(with("allow IMG101"), (Texts{"error IMG901 2", "error IMG101 3"}));
  EXPECT_EQ(with("allow IMG101 reason=x until=2026-11-30"),
            (Texts{"error IMG902 2", "error IMG101 3"}));
  EXPECT_EQ(with("allow IMG102 reason=x"), (Texts{"error IMG903 2", "error IMG101 3"}));
  EXPECT_EQ(with("allow IMG1O1 reason=x"), (Texts{"error IMG904 2", "error IMG101 3"}));
  EXPECT_EQ(with("alow IMG101 reason=x"), (Texts{"error IMG904 2", "error IMG101 3"}));
  EXPECT_EQ(with("allow IMG101 reasons=x"), (Texts{"error IMG904 2", "error IMG101 3"}));
  EXPECT_EQ(with("allow IMG101 reason=x until=soon"), (Texts{"error IMG904 2", "error IMG101 3"}));
  EXPECT_EQ(with("allow IMG903 reason=x"), (Texts{"error IMG904 2", "error IMG101 3"}));
  // Inside the instruction too, and for that one alone.
  EXPECT_EQ(found_in(kFrom + "RUN ls && \\\n# patcher-lint: allow IMG101 reason=x\n  make || true\n"
                             "RUN make || true\n"),
            (Texts{"error IMG101 5"}));
}

TEST(ImageLint, ACentralPolicyMayRefuseComments) {
  ImageLintInput input =
      input_of(kFrom + "# patcher-lint: allow IMG101 reason=\"x\"\nRUN make || true\n");
  input.inline_allowed = InlineAllowed::no;
  EXPECT_EQ(found_by(input), (Texts{"error IMG101 3"}));
}

TEST(ImageLint, WhatIsNoDockerfileIsNotJudged) {
  EXPECT_EQ(found_in("FROM r/e\nRUM x\n"), (Texts{"error dockerfile-invalid 2"}));
}

}  // namespace
}  // namespace patcher
