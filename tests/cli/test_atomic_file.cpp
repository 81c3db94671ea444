// Files that appear whole or not at all.

#include "io/atomic_file.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "errors.h"
#include "folder.h"

namespace rill::test {
namespace {

using Names = std::vector<std::string>;

TEST(AtomicFile, IsThereOnlyAfterCommit) {
  const Folder folder;
  AtomicFile file(folder.path("a"));
  file.write("one", 3);
  file.write("two", 3);
  file.flush();
  EXPECT_NE(access(folder.path("a").c_str(), F_OK), 0);
  file.commit();
  EXPECT_EQ(read_bytes(folder.path("a")), "onetwo");
  EXPECT_EQ(folder.list(), Names{"a"});
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const Folder folder;
  write_bytes(folder.path("a"), "old");
  {
    AtomicFile file(folder.path("a"));
    file.write("new", 3);
    EXPECT_EQ(folder.list().size(), 2u);
  }
  EXPECT_EQ(read_bytes(folder.path("a")), "old");
  EXPECT_EQ(folder.list(), Names{"a"});
}

TEST(AtomicFile, MovesWithItsTemporary) {
  const Folder folder;
  AtomicFile first(folder.path("a"));
  first.write("text", 4);
  {
    AtomicFile second(std::move(first));
    second.commit();
  }
  EXPECT_EQ(read_bytes(folder.path("a")), "text");
}

TEST(AtomicFile, TwoAtOnceDoNotMeet) {
  const Folder folder;
  AtomicFile first(folder.path("a")), second(folder.path("a"));
  first.write("1", 1);
  second.write("2", 1);
  first.commit();
  second.commit();
  EXPECT_EQ(read_bytes(folder.path("a")), "2");
  EXPECT_EQ(folder.list(), Names{"a"});
}

TEST(AtomicFile, ReplacesWhatALinkPointsTo) {
  const Folder folder;
  write_bytes(folder.path("real"), "old");
  ASSERT_EQ(symlink("real", folder.path("link").c_str()), 0);
  write_file(folder.path("link"), "new");
  EXPECT_EQ(read_bytes(folder.path("real")), "new");
  struct stat status;
  ASSERT_EQ(lstat(folder.path("link").c_str(), &status), 0);
  EXPECT_TRUE(S_ISLNK(status.st_mode));
}

TEST(AtomicFile, WritesIntoADeviceWithoutReplacingIt) {
  write_file("/dev/null", "text");
  struct stat status;
  ASSERT_EQ(stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST(AtomicFile, SaysWhereAndWhy) {
  const Folder folder;
  write_bytes(folder.path("file"), "");
  EXPECT_TRUE(mentions(refusal([&] { write_file(folder.path("none/a"), "x"); }),
                       {"none/a", "No such file or directory"}));
  EXPECT_TRUE(mentions(refusal([&] { write_file(folder.path("file/a"), "x"); }),
                       {"file/a", "Not a directory"}));
  EXPECT_TRUE(mentions(refusal([&] { write_file(folder.path("."), "x"); }), {"Is a directory"}));
  EXPECT_TRUE(mentions(refusal([&] { write_file("/dev/full", "x"); }), {"No space left"}));
  EXPECT_TRUE(mentions(refusal([&] { write_file("", "x"); }), {"''"}));
  EXPECT_EQ(folder.list(), Names{"file"});
}

TEST(CanCreate, JudgesTheNearestFolderThatExists) {
  const Folder folder;
  write_bytes(folder.path("file"), "");
  check_can_create(folder.path("new/deep/er"));
  check_can_create(folder.path("file"));
  check_can_create("/dev/null");
  EXPECT_TRUE(
      mentions(refusal([&] { check_can_create(folder.path("file/a")); }), {"Not a directory"}));
  EXPECT_EQ(folder.list(), Names{"file"});
}

}  // namespace
}  // namespace rill::test
