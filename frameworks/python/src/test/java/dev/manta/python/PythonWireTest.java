package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredFile;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Python ranks say is what Java understands, and the other way round.
class PythonWireTest {
  private static final Path GOLDEN = Path.of("../../core/src/test/resources/wire/frames.txt");

  /// Messages of ranks that use Manta's own collectives, validate, roll back or count storage.
  private static final List<String> NOT_SPOKEN =
      List.of(
          "Offered",
          "Arrivals",
          "PeerDied",
          "LinkLost",
          "LeftRun",
          "RolledBack",
          "Traffic",
          "Validate");

  @TempDir Path directory;

  @Test
  void pythonReadsAndWritesEveryGoldenFrameThatARankUses() throws Exception {
    String again =
        Scripts.output(
            """
            import sys, manta
            for line in open(sys.argv[1]):
                name, frame = line.split()
                if name in manta._MESSAGES:
                    message = manta._decode(bytes.fromhex(frame))
                    print(message.name, manta._encode(message).hex())
                else:
                    print(name, "not spoken")
            """,
            GOLDEN.toAbsolutePath());
    List<String> expected =
        Files.readAllLines(GOLDEN).stream()
            .map(line -> NOT_SPOKEN.contains(name(line)) ? name(line) + " not spoken" : line)
            .toList();
    assertThat(again.lines()).containsExactlyElementsOf(expected);
  }

  @Test
  void aReportIsTheSameFrameByTheQuickWay() throws Exception {
    String frames =
        Scripts.output(
            """
            import manta
            fields = {"rank": 3, "step": 1 << 40, "epoch": 2, "time": 1_700_000_000_000, "checkpoint": 7, "name": "größe", "metrics": b'{"a":1}'}
            print(manta._encode(manta._Message("Report", 5, 9, fields)).hex())
            name, metrics = fields.pop("name").encode(), fields.pop("metrics")
            print(manta._encode_report(5, 9, tuple(fields.values()), name, metrics).hex())
            """);
    assertThat(frames.lines().distinct()).hasSize(1);
  }

  private static String name(String line) {
    return line.substring(0, line.indexOf(' '));
  }

  @Test
  void aFrameThatIsDamagedIsRefusedInWords() throws Exception {
    String said =
        Scripts.output(
            """
            import sys, manta
            def attempt(frame):
                try:
                    print(manta._decode(frame))
                except manta._WireError as error:
                    print("refused:", error)
            for line in open(sys.argv[1]):
                frame = bytes.fromhex(line.split()[1])
                for end in range(len(frame)):
                    attempt(frame[:end])
                attempt(frame + b"x")
                attempt(bytes([frame[0], frame[1], frame[2], frame[3], 9]) + frame[5:])
            """,
            GOLDEN.toAbsolutePath());
    assertThat(said.lines()).isNotEmpty().allMatch(line -> line.startsWith("refused: "));
  }

  @Test
  void aPartThatPythonHasStoredIsOneThatJavaReads() throws Exception {
    Path source = Files.createDirectories(directory.resolve("source/deep"));
    byte[] large = new byte[9_000_001];
    new Random(7).nextBytes(large);
    Files.write(source.resolve("large.bin"), large);
    Files.writeString(source.resolveSibling("small.txt"), "123456789");
    String text =
        Scripts.output(
            """
            import json, sys, manta
            try:
                import numpy
            except ImportError:
                manta._Crc32c.SLOW_BYTES_MAX = 1 << 40
            files = manta.Checkpoint(sys.argv[1], metadata={"by": "python"}).part()
            moment = {"attempt": 2, "ordinal": 3, "step": 12, "epoch": 1, "midEpoch": True}
            print(json.dumps(manta._store_part("file:" + sys.argv[2], "c-3", 1, 4, moment, files)))
            """,
            Objects.requireNonNull(source.getParent()),
            directory.resolve("run"));
    String part = "part-00001-of-00004/";
    assertThat(Bind.read(Json.parse(text), StoredPart.class))
        .isEqualTo(
            new StoredPart(
                "c-3",
                1,
                new Extent.Share(1, 4),
                new Moment(2, 3, 12, 1, true),
                List.of(
                    new StoredFile(part + "deep/large.bin", large.length, crc(large)),
                    new StoredFile(part + "small.txt", 9, "e3069283")),
                Map.of("by", "python")));
    assertThat(directory.resolve("run/checkpoints/c-3").resolve(part).resolve("deep/large.bin"))
        .hasBinaryContent(large);
    assertThat(temporaryFiles()).isEmpty();
  }

  private List<Path> temporaryFiles() throws IOException {
    try (var all = Files.walk(directory)) {
      return all.filter(file -> file.getFileName().toString().startsWith(".manta-tmp")).toList();
    }
  }

  private static String crc(byte[] bytes) {
    var crc = new CRC32C();
    crc.update(bytes);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
