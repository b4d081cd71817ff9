package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFilesTest {
  @TempDir Path directory;

  private Path with(String permissions) throws IOException {
    Path made = Files.createDirectory(directory.resolve("made"));
    return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aDirectoryIsMadeForThisUserAlone() throws IOException {
    assertThat(OwnFiles.isPrivate(OwnFiles.privateDirectory(directory.resolve("new")))).isTrue();
  }

  @Test
  void oneThatOthersCouldOnlyReadIsClosed() throws IOException {
    assertThat(OwnFiles.isPrivate(OwnFiles.privateDirectory(with("rwxr-xr-x")))).isTrue();
  }

  @Test
  void oneThatOthersCanWriteIntoIsRefused() throws IOException {
    Path open = with("rwxrwxrwx");
    assertThatThrownBy(() -> OwnFiles.privateDirectory(open))
        .hasMessage(open + ": it belongs to another user, or others can write into it");
  }

  @Test
  void oneOfAnotherUserIsRefused() throws IOException {
    Path theirs = with("rwx------");
    assumeTrue(Foreign.give(theirs), "only root can give files away");
    assertThatThrownBy(() -> OwnFiles.privateDirectory(theirs))
        .hasMessageContaining("it belongs to another user");
  }

  @Test
  void aLinkIsNobodys() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), with("rwx------"));
    assertThat(OwnFiles.isMine(link)).isFalse();
    assertThatThrownBy(() -> OwnFiles.privateDirectory(link)).hasMessageContaining("another user");
  }

  @Test
  void aKernelThatDoesNotNameTheUserIsNoError() {
    assertThat(OwnFiles.effective("Name:\tjava\nUid:\t0\t1000\t0\t0\n")).hasValue(1000);
    assertThat(OwnFiles.effective("Name:\tjava\n")).isEmpty();
    assertThat(OwnFiles.effective("Uid:\n")).isEmpty();
  }
}
