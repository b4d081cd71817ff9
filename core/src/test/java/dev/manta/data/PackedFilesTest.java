package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.data.source.CsvSource;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Large files that can be read from their beginning only.
@Timeout(300)
class PackedFilesTest {
  private static final int ROWS = 45_000;

  @TempDir private static Path directory;

  private static Path packed;
  private static Path plain;

  /// Lines of digits that do not pack well; each seventh has a line end in quotes in the plain one.
  @BeforeAll
  static void write() throws IOException {
    packed = directory.resolve("large.csv.gz");
    plain = directory.resolve("large.csv");
    var random = new Random(5);
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed), 1 << 16);
        OutputStream out = Files.newOutputStream(plain)) {
      gzip.write("id,noise\n".getBytes(StandardCharsets.US_ASCII));
      out.write("id,noise\n".getBytes(StandardCharsets.US_ASCII));
      byte[] noise = new byte[900];
      for (int i = 0; i < ROWS; i++) {
        random.nextBytes(noise);
        for (int k = 0; k < noise.length; k++) {
          noise[k] = (byte) ('0' + (noise[k] & 63));
        }
        String text = new String(noise, StandardCharsets.US_ASCII).replace('\\', 'x');
        gzip.write((i + "," + text + "\n").getBytes(StandardCharsets.US_ASCII));
        String line = i % 7 == 0 ? i + ",\"a\n" + text + "\"\n" : i + "," + text + "\n";
        out.write(line.getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private static List<Dataset> both() {
    return List.of(
        Dataset.csv(packed.toString()),
        Dataset.csv(CsvOptions.defaults().multiline(true), plain.toString()));
  }

  private static void addIds(Iterable<Batch> batches, BitSet seen, int most) {
    int left = most;
    for (Batch batch : batches) {
      for (long id : batch.longs("id")) {
        assertThat(seen.get((int) id)).as("row %d came before", id).isFalse();
        seen.set((int) id);
      }
      if (--left == 0) {
        return;
      }
    }
  }

  @Test
  void theyAreReadInUnitsEachRowOnce() {
    assertThat(new CsvSource(List.of(packed.toString()), CsvOptions.defaults()).open().splits())
        .hasSizeGreaterThan(5);
    for (Dataset dataset : both()) {
      var seen = new BitSet();
      addIds(dataset.select("id").batches(BatchOptions.rows(1000).unordered()), seen, ROWS);
      assertThat(seen.cardinality()).isEqualTo(ROWS);
    }
  }

  @Test
  void aPassResumesInTheMiddle() {
    for (Dataset dataset : both()) {
      Dataset ids = dataset.select("id");
      var seen = new BitSet();
      Shard begun = ids.shard();
      try (Batches<Batch> batches = begun.batches(1000)) {
        addIds(batches, seen, 20);
      }
      Shard resumed = ids.shard();
      resumed.seek(begun.cursor());
      addIds(resumed.batches(1000), seen, ROWS);
      assertThat(seen.cardinality()).isEqualTo(ROWS);
    }
  }

  @Test
  void rangesGiveTheSameRowsInWhateverOrderTheyAreRead() {
    Dataset shuffled = Dataset.csv(packed.toString()).select("id").shuffleWindow(3000, 4);
    var seen = new BitSet();
    addIds(shuffled.batches(1000), seen, ROWS);
    assertThat(seen.cardinality()).isEqualTo(ROWS);
  }

  @Test
  void aBadRecordFarBehindIsNamedWithItsLine() throws IOException {
    Path bad = directory.resolve("bad.csv.gz");
    Files.copy(packed, bad);
    try (OutputStream more =
        new GZIPOutputStream(Files.newOutputStream(bad, StandardOpenOption.APPEND))) {
      more.write("no,x\n".getBytes(StandardCharsets.US_ASCII));
    }
    assertThatThrownBy(() -> Dataset.csv(bad.toString()).select("id").count())
        .hasMessageContaining(
            "bad.csv.gz line %d: column \"id\": \"no\" is not a value of type i64", ROWS + 2);
  }
}
