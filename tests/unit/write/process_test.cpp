// SPDX-License-Identifier: MIT
#include "patcher/write/process.hpp"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/unit/tree/temporary_folder.hpp"

namespace patcher::testing {
namespace {

using ::testing::EndsWith;
using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;
using std::chrono::seconds;

Process shell(const std::string& script, seconds limit = seconds(30)) {
  return {{"/bin/sh", "-c", script}, "/", {"PATH=/usr/bin:/bin", "GIVEN=a value"}, limit};
}

ProcessEnd run(const Process& process, const ProcessWatch& watch = {}) {
  return system_processes().run(process, watch);
}

/// Waits until `file` has a line, and gives it as a number.
pid_t id_in(const std::string& file) {
  for (int i = 0; i < 500; ++i) {
    pid_t id = 0;
    if (std::ifstream(file) >> id) return id;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return 0;
}

/// Whether the process has ended, or does within two seconds.
bool is_gone(pid_t id) {
  for (int i = 0; i < 200; ++i) {
    if (kill(id, 0) != 0) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

TEST(Process, GivesStatusAndBothOutputsInOrder) {
  std::string seen;
  ProcessWatch watch;
  watch.wrote = [&](std::string_view bytes) { seen += bytes; };

  const ProcessEnd end = run(shell("echo a; echo b >&2; printf '%s' \"$GIVEN\"; exit 3"), watch);

  EXPECT_EQ(end.kind, Kind::exited);
  EXPECT_EQ(end.number, 3);
  EXPECT_EQ(end.tail, "a\nb\na value");
  EXPECT_EQ(seen, end.tail);
}

TEST(Process, HasTheFolderAndTheEnvironmentAndNoInput) {
  Process process = shell("pwd; cat; env | grep -c GIVEN; env | grep -c HOME");
  process.folder = "/usr";

  EXPECT_EQ(run(process).tail, "/usr\n1\n0\n");
}

TEST(Process, KeepsTheEndOfALongOutput) {
  const ProcessEnd end = run(shell("seq 1 100000"));

  EXPECT_TRUE(end.is_success());
  EXPECT_EQ(end.tail.size(), 65536U);
  EXPECT_THAT(end.tail, EndsWith("\n99999\n100000\n"));
}

TEST(Process, SaysByWhichSignalItWasKilled) {
  const ProcessEnd end = run(shell("kill -SEGV $$"));

  EXPECT_EQ(end.kind, Kind::killed);
  EXPECT_EQ(words_for(end), "signal SEGV");
}

TEST(Process, ThatCannotBeStartedSaysWhy) {
  EXPECT_EQ(words_for(run({{"/no/such"}, "/", {}, seconds(5)})), "No such file or directory");
  Process elsewhere = shell("true");
  elsewhere.folder = "/no/such";

  const ProcessEnd end = run(elsewhere);

  EXPECT_EQ(end.kind, Kind::not_started);
  EXPECT_EQ(end.number, ENOENT);
}

TEST(Process, HasDefaultSignals) {
  EXPECT_EQ(words_for(run(shell("kill -PIPE $$"))), "signal PIPE");
  EXPECT_EQ(words_for(run(shell("kill -TERM $$"))), "signal TERM");
}

TEST(Process, IsEndedWithItsChildrenWhenItsTimeIsUp) {
  const TemporaryFolder folder;
  const std::string file = (folder / "id").string();

  const ProcessEnd end = run(shell("sleep 60 & echo $! > " + file + "; wait", seconds(1)));

  EXPECT_EQ(end.kind, Kind::timed_out);
  EXPECT_TRUE(is_gone(id_in(file)));
}

TEST(Process, ThatHeedsNoRequestIsKilled) {
  const auto began = std::chrono::steady_clock::now();

  const ProcessEnd end = run(shell("trap '' TERM; while true; do sleep 0.1; done", seconds(1)));

  EXPECT_EQ(end.kind, Kind::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - began, seconds(15));
}

TEST(Process, ThatWritesWithoutPauseIsEndedWhenItsTimeIsUp) {
  const Process process{{"/usr/bin/yes"}, "/", {}, seconds(1)};

  EXPECT_EQ(run(process).kind, Kind::timed_out);
}

TEST(Process, ThatWritesWithoutPauseIsEndedWhenTheRunIsAskedToStop) {
  ProcessWatch watch;
  std::size_t written = 0;
  watch.wrote = [&](std::string_view bytes) { written += bytes.size(); };
  watch.stop_asked = [&]() -> std::optional<Diagnostic> {
    if (written < 1'000'000) return std::nullopt;
    return Diagnostic{.code = Code::interrupted, .message = "asked"};
  };

  EXPECT_EQ(run({{"/usr/bin/yes"}, "/", {}, seconds(60)}, watch).kind, Kind::stopped);
}

TEST(Process, IsEndedWhenTheRunIsAskedToStop) {
  const TemporaryFolder folder;
  const std::string file = (folder / "id").string();
  ProcessWatch watch;
  watch.stop_asked = [&]() -> std::optional<Diagnostic> {
    if (!std::filesystem::exists(file)) return std::nullopt;
    return Diagnostic{.code = Code::interrupted, .message = "asked"};
  };

  const ProcessEnd end = run(shell("sleep 60 & echo $! > " + file + "; wait"), watch);

  EXPECT_EQ(end.kind, Kind::stopped);
  EXPECT_TRUE(is_gone(id_in(file)));
}

TEST(Process, LeavesNothingRunningEvenOutsideItsSession) {
  const TemporaryFolder folder;
  const std::string file = (folder / "id").string();

  const ProcessEnd end =
      run(shell("setsid sh -c 'echo $$ > " + file + "; exec sleep 60' & while [ ! -s " + file +
                " ]; do sleep 0.02; done; echo done"));

  EXPECT_TRUE(end.is_success());
  EXPECT_EQ(end.tail, "done\n");
  EXPECT_TRUE(is_gone(id_in(file)));
}

TEST(Process, EndsWithTheOneThatAskedForIt) {
  const TemporaryFolder folder;
  const std::string file = (folder / "id").string();
  const pid_t asking = fork();
  if (asking == 0) {
    static_cast<void>(run(shell("sh -c 'echo $$ > " + file + "; exec sleep 60'; true")));
    _exit(0);
  }
  const pid_t id = id_in(file);
  ASSERT_GT(id, 0);

  kill(asking, SIGKILL);
  waitpid(asking, nullptr, 0);

  EXPECT_TRUE(is_gone(id));
}

TEST(Process, TellsTheTimeWhileItRuns) {
  milliseconds last{0};
  ProcessWatch watch;
  watch.waited = [&](milliseconds since) { last = since; };

  EXPECT_TRUE(run(shell("sleep 0.5"), watch).is_success());

  EXPECT_GE(last, milliseconds(300));
}

TEST(ProgramPath, IsLookedForInAbsoluteFoldersOnly) {
  EXPECT_EQ(program_path("sh", "/", "relative::/no/such:/bin"), "/bin/sh");
  EXPECT_EQ(program_path("no-such-program", "/", "/usr/bin:/bin"), "");
  EXPECT_EQ(program_path("/bin/sh", "/", ""), "/bin/sh");
  EXPECT_EQ(program_path("bin/sh", "/", ""), "//bin/sh");
  EXPECT_EQ(program_path("./etc/passwd", "/", ""), "");
}

}  // namespace
}  // namespace patcher::testing
