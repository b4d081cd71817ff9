package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeStoreTest {
  private static final byte[] FIRST = "the first jar".getBytes(StandardCharsets.UTF_8);
  private static final byte[] SECOND = "the second jar".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  private CodeStore store() {
    return new CodeStore(directory, 1000);
  }

  private static Code.Entry entry(String name, byte[] content) {
    return new Code.Entry(name, Sha256.of(content), content.length);
  }

  private static Code code(byte[]... contents) {
    return new Code(Arrays.stream(contents).map(content -> entry("a.jar", content)).toList());
  }

  private static void put(CodeStore store, byte[] content) throws IOException {
    store.put(entry("a.jar", content), new ByteArrayInputStream(content));
  }

  @Test
  void whatIsLackingIsListedOnceAndWhatWasPutIsNot() throws IOException {
    CodeStore store = store();
    assertThat(store.missing(code(FIRST, SECOND, FIRST))).hasSize(2);
    put(store, FIRST);
    assertThat(store.missing(code(FIRST, SECOND)))
        .extracting(Code.Entry::sha256)
        .containsExactly(Sha256.of(SECOND));
  }

  @Test
  void aClassPathComesInItsOrderWhateverItsNames() throws IOException {
    CodeStore store = store();
    put(store, FIRST);
    put(store, SECOND);
    List<Path> path = store.hold(code(SECOND, FIRST));
    assertThat(path.getFirst()).hasBinaryContent(SECOND);
    assertThat(path.getLast()).hasBinaryContent(FIRST);
  }

  @Test
  void codeThatIsNotAllHereIsNotUsed() {
    assertThatThrownBy(() -> store().hold(code(FIRST)))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("lacks code: [a.jar]");
  }

  @Test
  void whatIsNotWhatItSaysIsRefusedAndLeavesNothing() throws IOException {
    CodeStore store = store();
    assertThatThrownBy(() -> store.put(entry("a.jar", FIRST), in("the fairst ja")))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("a.jar was refused: its SHA-256 is");
    assertThatThrownBy(() -> store.put(entry("a.jar", FIRST), in("the first jar and more")))
        .hasMessageContaining("more than 13 bytes");
    assertThatThrownBy(() -> store.put(entry("a.jar", FIRST), in("the first")))
        .hasMessageContaining("only 9 of 13 bytes");
    assertThat(directory).isEmptyDirectory();
  }

  private static ByteArrayInputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aFileThatSomebodyChangedIsMissing() throws IOException {
    put(store(), FIRST);
    Path file = directory.resolve(Sha256.of(FIRST) + ".jar");
    Files.writeString(file, "the worst jar");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    assertThat(store().missing(code(FIRST))).hasSize(1);
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileThatIsChangedWhileTheStoreIsOpenIsMissingToo() throws IOException {
    CodeStore store = store();
    put(store, FIRST);
    assertThat(store.missing(code(FIRST))).isEmpty();
    Path file = directory.resolve(Sha256.of(FIRST) + ".jar");
    Files.writeString(file, "the worst jar");
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    assertThat(store.missing(code(FIRST))).hasSize(1);
  }

  @Test
  void whatNobodyUsesMakesRoomTheOldestFirst() throws IOException {
    var store = new CodeStore(directory, 1000);
    byte[] old = new byte[600];
    byte[] young = new byte[500];
    put(store, old);
    Files.setLastModifiedTime(
        directory.resolve(Sha256.of(old) + ".used"), FileTime.fromMillis(1000));
    put(store, young);
    put(store, FIRST);
    assertThat(store.missing(code(old, young, FIRST)))
        .extracting(Code.Entry::sha256)
        .containsExactly(Sha256.of(old));
  }

  @Test
  void whatComesBesideIsNoneOfItsOwnUntilItIsOpenedAnew() throws IOException {
    var store = new CodeStore(directory, 0);
    Path coming = Files.writeString(directory.resolve("code-1.coming"), "half of a jar");
    put(store, FIRST);
    put(store, SECOND);
    assertThat(store.missing(code(FIRST, SECOND))).hasSize(1);
    assertThat(coming).exists();
    new CodeStore(directory, 0);
    assertThat(coming).doesNotExist();
  }

  @Test
  void aFileThatIsGoneWhenItIsLookedAtTakesNoRoom() throws IOException {
    Files.createSymbolicLink(directory.resolve("0".repeat(64) + ".jar"), directory.resolve("gone"));
    CodeStore store = store();
    put(store, FIRST);
    assertThat(store.missing(code(FIRST))).isEmpty();
  }

  @Test
  void whatIsInUseStaysHoweverFullTheStoreIs() throws IOException {
    var store = new CodeStore(directory, 0);
    put(store, FIRST);
    Code used = code(FIRST);
    store.hold(used);
    put(store, SECOND);
    assertThat(store.missing(used)).isEmpty();
    store.release(used);
    assertThat(store.missing(used)).hasSize(1);
  }

  @Test
  void aNameThatIsNoHashReachesNoFile() {
    assertThatThrownBy(() -> new Code.Entry("a.jar", "../../etc/passwd", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a SHA-256");
  }
}
