package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.storage.ByteSource;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A manifest is a file that anybody may have written: it says where bytes go.
class HostileManifestTest {
  private static final Location AT = Location.parse("mem:elsewhere/c");

  @TempDir Path directory;

  private final MemoryStorage storage = new MemoryStorage();

  private StoredCheckpoint checkpoint(String extent, String... paths) {
    for (String path : paths) {
      if (path.matches("[A-Za-z]+(/[a-z]+)*")) {
        storage.put(AT.resolve(path), ByteSource.of("x".getBytes(StandardCharsets.UTF_8)));
      }
    }
    List<String> files =
        Stream.of(paths)
            .map(p -> "{\"path\":%s,\"size\":1,\"crc32c\":\"\"}".formatted(Json.of(p).text()))
            .toList();
    String manifest =
        """
        {"version":1,"name":"c","moment":{"attempt":1,"ordinal":1,"step":1,"epoch":0,"midEpoch":false},
         "parts":[{"rank":0,"extent":%s,"files":%s,"metadata":{}}]}
        """
            .formatted(extent, files);
    storage.put(
        AT.resolve(Manifest.FILE), ByteSource.of(manifest.getBytes(StandardCharsets.UTF_8)));
    return StoredCheckpoint.at(storage, AT);
  }

  private StoredCheckpoint whole(String... paths) {
    return checkpoint("{\"type\":\"Whole\"}", paths);
  }

  @Test
  void anAbsolutePathWritesNothingOutsideTheTarget() {
    Path outside = directory.resolve("outside.txt");
    assertThatThrownBy(() -> whole(outside.toString()).toDirectory(directory.resolve("target")))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(AT.resolve(Manifest.FILE).toString())
        .hasMessageContaining("is absolute");
    assertThat(outside).doesNotExist();
  }

  static Stream<String> dangerous() {
    return Stream.of(
        "",
        ".",
        "..",
        "../x",
        "a/../x",
        "a/./x",
        "a//x",
        "a/",
        "/",
        "/x",
        "a\u0000b",
        "C:/x",
        "c:x",
        "a\\b",
        "..\\x",
        "\ud800",
        Manifest.FILE,
        Manifest.FILE + "/x");
  }

  @ParameterizedTest
  @MethodSource("dangerous")
  void aDangerousNameIsRefusedWhenTheManifestIsRead(String path) {
    assertThatThrownBy(() -> whole("fine", path))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("manifest.parts[0]");
  }

  @Test
  void theSameNameTwiceIsRefused() {
    assertThatThrownBy(() -> whole("a/b", "c", "a/b"))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("names \"a/b\" twice");
  }

  @Test
  void aFileThatIsAlsoADirectoryIsRefused() {
    assertThatThrownBy(() -> whole("a/b/c", "a"))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("\"a\" is a file and the directory of \"a/b/c\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "part-00001-of-00002/x", "part-00000-of-00002/manta-manifest.json", "p"})
  void aFileOfAShareLiesInItsDirectory(String path) {
    assertThatThrownBy(() -> checkpoint("{\"type\":\"Share\",\"index\":0,\"count\":2}", path))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(path);
  }

  @Test
  void aNegativeSizeIsRefused() {
    assertThatThrownBy(() -> new StoredFile("a", -1, "")).hasMessageContaining("-1 bytes");
  }

  @Test
  void aLinkInTheTargetIsReplacedAndNotFollowed() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Path precious = Files.writeString(directory.resolve("precious"), "precious");
    Files.createSymbolicLink(target.resolve("model"), precious);
    whole("model").toDirectory(target);
    assertThat(precious).hasContent("precious");
    assertThat(target.resolve("model")).hasContent("x").isRegularFile();
  }

  @Test
  void aLinkedDirectoryInTheTargetIsRefusedByName() throws IOException {
    Path target = Files.createDirectory(directory.resolve("target"));
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(target.resolve("deep"), elsewhere);
    assertThatThrownBy(() -> whole("deep/er/model").toDirectory(target))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(target.resolve("deep") + " is a link");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void aLocalCheckpointIsNotCopiedThroughALinkEither() throws IOException {
    Path from = directory.resolve("from");
    Files.writeString(Files.createDirectories(from.resolve("deep")).resolve("model"), "x");
    Path target = Files.createDirectory(directory.resolve("target"));
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Files.createSymbolicLink(target.resolve("deep"), elsewhere);
    assertThatThrownBy(() -> Checkpoint.fromDirectory(from).toDirectory(target))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("is a link");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void aTargetThatIsItselfALinkIsTheUsersChoice() throws IOException {
    Path real = Files.createDirectory(directory.resolve("real"));
    Path target = Files.createSymbolicLink(directory.resolve("target"), real);
    whole("deep/model").toDirectory(target);
    assertThat(real.resolve("deep/model")).hasContent("x");
  }

  @Test
  void namesThatOneDiskTakesForTheSameAreRefused() throws IOException {
    Path one = Files.writeString(directory.resolve("Model"), "x");
    Files.createLink(directory.resolve("model"), one);
    List<StoredFile> files =
        List.of(
            new StoredFile("Model", 1, ""),
            new StoredFile("other", 1, ""),
            new StoredFile("model", 1, ""));
    assertThatThrownBy(() -> new TargetDirectory(directory).requireApart(files))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("\"Model\" and \"model\"");
  }

  @Test
  void namesThatDifferInCaseAreTwoFilesWhereTheDiskKeepsThemApart() {
    Path target = directory.resolve("target");
    whole("Model", "model").toDirectory(target);
    assertThat(target.resolve("Model")).hasContent("x");
    assertThat(target.resolve("model")).hasContent("x");
  }

  @Test
  void aDirectoryWithAHostileManifestIsNoCheckpoint() throws IOException {
    Path made = Files.createDirectory(directory.resolve("made"));
    whole("fine");
    String manifest =
        new String(storage.read(AT.resolve(Manifest.FILE)), StandardCharsets.UTF_8)
            .replace("\"fine\"", "\"/etc/motd\"");
    Files.writeString(made.resolve(Manifest.FILE), manifest);
    assertThatThrownBy(() -> Checkpoint.fromDirectory(made))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("/etc/motd");
    assertThatThrownBy(() -> StoredCheckpoint.at(new LocalStorage(), Location.of(made)))
        .isInstanceOf(MantaException.class);
  }
}
