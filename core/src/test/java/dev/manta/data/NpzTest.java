package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.internal.data.source.NpzSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class NpzTest {
  private static final int WIDTH = 5;
  private static final int LISTED = 0x504b0102;
  private static final int CHECKSUM = 16;

  @TempDir Path directory;

  /// An archive of `v`, lists of floats, and `n`, numbers; packed or as it is.
  private Path archive(int rows, boolean packed) throws IOException {
    Dataset all =
        Dataset.generate(rows, i -> Row.of("v", new float[] {i, -i, 1, 2, 3}, "n", (int) i))
            .repartition(rows);
    Path npz = directory.resolve(rows + (packed ? "-packed" : "-plain") + ".npz");
    try (var zip = new ZipOutputStream(Files.newOutputStream(npz))) {
      for (String name : List.of("v", "n")) {
        Path arrays = directory.resolve(npz.getFileName() + "-" + name);
        all.write(Sink.npy(name), arrays.toString());
        put(zip, name + ".npy", Files.readAllBytes(arrays.resolve("part-00000.npy")), packed);
      }
    }
    return npz;
  }

  private static void put(ZipOutputStream zip, String name, byte[] bytes, boolean packed)
      throws IOException {
    var entry = new ZipEntry(name);
    entry.setMethod(packed ? ZipEntry.DEFLATED : ZipEntry.STORED);
    if (!packed) {
      var sum = new CRC32();
      sum.update(bytes);
      entry.setSize(bytes.length);
      entry.setCrc(sum.getValue());
    }
    zip.putNextEntry(entry);
    zip.write(bytes);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsComeWholeAndInOrder(boolean packed) throws IOException {
    int rows = 400_000;
    Path npz = archive(rows, packed);
    int next = 0;
    int wrong = 0;
    try (Batches<Batch> batches = Dataset.npz(npz.toString()).batches(7777)) {
      for (Batch batch : batches) {
        int[] numbers = batch.ints("n");
        for (int i = 0; i < batch.rows(); i++, next++) {
          Column list = batch.column("v").listAt(i);
          wrong += numbers[i] == next && isOf(next, list) ? 0 : 1;
        }
      }
    }
    assertThat(wrong).isZero();
    assertThat(next).isEqualTo(rows);
  }

  private static boolean isOf(int row, Column list) {
    boolean same = list.rows() == WIDTH && list.realAt(0) == row && list.realAt(1) == -row;
    for (int place = 2; same && place < WIDTH; place++) {
      same = list.realAt(place) == place - 1;
    }
    return same;
  }

  @Test
  void whatLiesAsItIsIsReadInRangesAndCountedWithoutReading() throws IOException {
    String npz = archive(400_000, false).toString();
    assertThat(new NpzSource(List.of(npz)).open().splits()).hasSize(3);
    assertThat(Dataset.npz(npz).count()).isEqualTo(400_000);
    assertThat(Dataset.npz(npz).skip(399_999).takeAll().getFirst().whole("n")).isEqualTo(399_999);
  }

  @Test
  void arraysOfDifferentLengthsAreNamed() throws IOException {
    Path npz = directory.resolve("odd.npz");
    Dataset.range(3).write(Sink.npy("id"), directory.resolve("a").toString());
    Dataset.range(4).write(Sink.npy("id"), directory.resolve("b").toString());
    try (var zip = new ZipOutputStream(Files.newOutputStream(npz))) {
      for (String name : List.of("a", "b")) {
        byte[] bytes = Files.readAllBytes(directory.resolve(name + "/part-00000.npy"));
        put(zip, name + ".npy", bytes, false);
      }
    }
    assertThatThrownBy(() -> Dataset.npz(npz.toString()).count())
        .hasMessageContaining("odd.npz: array \"b\" has 4 rows, the others have 3");
  }

  /// What has no name in the archive's own checks, such as an array's name, may be damaged unseen;
  /// a value may not.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void damageIsAnErrorThatNamesTheFileOrChangesNoValue(boolean packed) throws IOException {
    Path whole = archive(50, packed);
    byte[] good = Files.readAllBytes(whole);
    List<String> right = values(whole);
    var random = new Random(7);
    Path bad = directory.resolve("bad.npz");
    for (int i = 0; i < 400; i++) {
      byte[] bytes = Arrays.copyOf(good, i % 2 == 0 ? good.length : random.nextInt(good.length));
      int at = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
      if (bytes.length > 0) {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(bad, bytes);
      try {
        assertThat(values(bad)).as("byte %s of %s", at, bytes.length).isEqualTo(right);
      } catch (MantaException e) {
        assertThat(e).hasMessageContaining("bad.npz");
      }
    }
  }

  private static List<String> values(Path npz) {
    return Dataset.npz(npz.toString()).takeAll().stream().map(NpzTest::values).toList();
  }

  private static String values(Row row) {
    return Arrays.deepToString(row.names().stream().map(row::value).toArray());
  }

  @Test
  void aLargePackedArrayIsComparedWithItsChecksum() throws IOException {
    Path npz = archive(40_000, true);
    byte[] bytes = Files.readAllBytes(npz);
    bytes[firstListed(bytes) + CHECKSUM] ^= 1;
    Files.write(npz, bytes);
    assertThatThrownBy(() -> Dataset.npz(npz.toString()).takeAll())
        .hasMessageContaining("array \"v\" is damaged: its checksum is another one");
  }

  /// Where the archive's list of files begins.
  private static int firstListed(byte[] bytes) {
    int at = 0;
    while (ByteBuffer.wrap(bytes).getInt(at) != LISTED) {
      at++;
    }
    return at;
  }

  @Test
  void whatIsNoArchiveIsAnErrorThatSaysSo() throws IOException {
    Path bad = directory.resolve("bad.npz");
    Files.writeString(bad, "this is no archive, but long enough to hold the end of one");
    assertThatThrownBy(() -> Dataset.npz(bad.toString()).takeAll())
        .hasMessageContaining("bad.npz is not a .npz file that can be read: it has no list");
  }
}
