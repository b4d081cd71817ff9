package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.formats.CodecLibraries;
import io.airlift.compress.v3.lz4.Lz4FrameDecompressor;
import io.airlift.compress.v3.xxhash.XxHash32Hasher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CodecLibrariesTest {
  /// A process that is killed removes nothing, so nothing may be there to be removed.
  @Test
  void noLibraryIsLeftInTheTempDirectory() throws Exception {
    CodecLibraries.loadSnappy();
    CodecLibraries.loadZstd();
    CodecLibraries.loadLz4();
    CodecLibraries.loadLz4Frame();
    var _ = Lz4FrameDecompressor.create();
    var _ = XxHash32Hasher.hash(new byte[100]);
    List<String> mapped =
        Files.readAllLines(Path.of("/proc/self/maps")).stream()
            .filter(line -> line.contains(System.getProperty("java.io.tmpdir")))
            .filter(line -> line.contains(".tmp"))
            .toList();
    assertThat(mapped).isNotEmpty().allMatch(line -> line.endsWith("(deleted)"));
  }
}
