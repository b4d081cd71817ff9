package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitCommitTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path root = Path.of("");

  private void write(String file, String text) throws IOException {
    Path at = root.resolve(file);
    Files.createDirectories(at.getParent());
    Files.writeString(at, text + "\n");
  }

  @Test
  void theCommitOfABranchIsFoundFromADirectoryBelow() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main");
    write(".git/refs/heads/main", COMMIT);
    Path below = Files.createDirectories(root.resolve("src/main"));
    assertThat(GitCommit.of(below)).hasValue(COMMIT);
  }

  @Test
  void aPackedBranchAndADetachedHeadHaveTheirCommits() throws IOException {
    write(".git/HEAD", "ref: refs/heads/main");
    write(".git/packed-refs", "# pack-refs\n" + COMMIT + " refs/heads/main");
    assertThat(GitCommit.of(root)).hasValue(COMMIT);
    write(".git/HEAD", COMMIT);
    assertThat(GitCommit.of(root)).hasValue(COMMIT);
  }

  @Test
  void aWorkTreeOfItsOwnHasTheCommitOfItsBranch() throws IOException {
    write("main/.git/worktrees/next/HEAD", "ref: refs/heads/next");
    write("main/.git/worktrees/next/commondir", "../..");
    write("main/.git/refs/heads/next", COMMIT);
    write("next/.git", "gitdir: ../main/.git/worktrees/next");
    assertThat(GitCommit.of(root.resolve("next"))).hasValue(COMMIT);
  }

  @Test
  void whatIsNoCommitIsNone() throws IOException {
    write(".git/HEAD", "ref: refs/heads/new");
    assertThat(GitCommit.of(root)).isEmpty();
    write(".git/HEAD", "ref: ../../outside");
    write("outside", "secret");
    assertThat(GitCommit.of(root)).isEmpty();
    write(".git/HEAD", "secret");
    assertThat(GitCommit.of(root)).isEmpty();
  }
}
