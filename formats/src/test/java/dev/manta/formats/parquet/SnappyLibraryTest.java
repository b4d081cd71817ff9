package dev.manta.formats.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class SnappyLibraryTest {
  private static final byte[] TEXT = "one one two two three three ".repeat(100).getBytes(UTF_8);

  private final SnappyLibrary library = SnappyLibrary.load().orElseThrow();

  private static MemorySegment packed() {
    var compressor = new SnappyJavaCompressor();
    byte[] room = new byte[compressor.maxCompressedLength(TEXT.length)];
    int size = compressor.compress(TEXT, 0, TEXT.length, room, 0, room.length);
    MemorySegment packed = Arena.ofAuto().allocate(size);
    packed.copyFrom(MemorySegment.ofArray(Arrays.copyOf(room, size)));
    return packed;
  }

  @Test
  void whatWasPackedIsUnpackedIntoArraysAndNativeMemory() {
    byte[] array = new byte[TEXT.length];
    assertThat(library.decompress(packed(), MemorySegment.ofArray(array))).isEqualTo(TEXT.length);
    assertThat(array).isEqualTo(TEXT);
    MemorySegment memory = Arena.ofAuto().allocate(TEXT.length);
    assertThat(library.decompress(packed(), memory)).isEqualTo(TEXT.length);
    assertThat(memory.mismatch(MemorySegment.ofArray(TEXT))).isEqualTo(-1);
  }

  @Test
  void aPageThatIsLargerThanAnnouncedIsRefused() {
    MemorySegment room = Arena.ofAuto().allocate(TEXT.length - 1);
    assertThatThrownBy(() -> library.decompress(packed(), room))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most " + (TEXT.length - 1) + " bytes");
  }

  @Test
  void damageIsRefused() {
    MemorySegment cut = packed().asSlice(0, 20);
    MemorySegment room = Arena.ofAuto().allocate(TEXT.length);
    assertThatThrownBy(() -> library.decompress(cut, room))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /// A process that is killed removes nothing, so nothing may be there to be removed.
  @Test
  void itsFileIsNotLeftInTheTempDirectory() throws IOException {
    assertThat(Files.readAllLines(Path.of("/proc/self/maps")))
        .filteredOn(line -> line.contains("manta-snappy-"))
        .isNotEmpty()
        .allMatch(line -> line.endsWith("(deleted)"));
  }

  @Test
  void whereNativeCodeIsForbiddenPagesAreUnpackedInJava() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> options = List.of("--illegal-native-access=deny", "-XX:TieredStopAtLevel=1");
    List<String> main =
        List.of("-cp", System.getProperty("java.class.path"), WithoutNativeAccess.class.getName());
    Process process =
        new ProcessBuilder(Stream.of(List.of(java), options, main).flatMap(List::stream).toList())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).endsWith("false [7]\n");
  }

  /// Unpacks a page of one byte.
  static final class WithoutNativeAccess {
    private WithoutNativeAccess() {}

    public static void main(String[] args) {
      MemorySegment page = Arena.ofAuto().allocate(3);
      page.copyFrom(MemorySegment.ofArray(new byte[] {1, 0, 7}));
      byte[] out = new byte[1];
      new Codecs().decompress(1, page, MemorySegment.ofArray(out));
      System.out.println(SnappyLibrary.load().isPresent() + " " + Arrays.toString(out));
    }
  }
}
