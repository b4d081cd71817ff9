package dev.manta.spi.tensors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorHeaderTest {
  private static final TensorHeader HEADER =
      TensorHeader.of(
          List.of(
              new TensorSlot("weight", TensorType.F32, List.of(2L, 3L)),
              new TensorSlot("none", TensorType.I64, List.of(0L, 7L)),
              new TensorSlot("scalar", TensorType.BF16, List.of())),
          Map.of("format", "pt"));

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  @Test
  void whatIsWrittenIsRead() throws IOException {
    assertThat(read(whole())).isEqualTo(HEADER);
    assertThat(HEADER.dataAt() % 64).isZero();
    assertThat(HEADER.places().get("scalar"))
        .isEqualTo(
            new TensorHeader.Place(new TensorSlot("scalar", TensorType.BF16, List.of()), 24));
  }

  @Test
  void aHundredThousandDimensionsAreRefusedAtOnce() {
    Duration before = cpuTime();
    String shape = "1,".repeat(99_999) + "1";
    byte[] text =
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[0,8]}}"
            .formatted(shape)
            .getBytes(UTF_8);
    ByteBuffer all = ByteBuffer.allocate(16 + text.length).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(text.length).put(text);
    assertThatThrownBy(() -> read(all.array()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has 100000 dimensions, more than 64");
    assertThat(cpuTime().minus(before)).isLessThan(Duration.ofSeconds(10));
  }

  /// How much of a core this thread has used: that is the same on a busy machine.
  private static Duration cpuTime() {
    return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  @Test
  void twoTensorsOfOneNameAreRefused() {
    TensorSlot slot = new TensorSlot("a", TensorType.U8, List.of(1L));
    assertThatThrownBy(() -> TensorHeader.of(List.of(slot, slot), Map.of()))
        .hasMessageContaining("the name is taken");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}|takes 8 bytes",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}|expected at 0",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}|negative dimension",
        "{\"a\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}|unknown element type"
            + " \"F33\"",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,4]}}|larger"
            + " than any memory",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}|take 4 bytes, it has 8",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[-4,0]}}|offsets are",
        "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}|\"data_offsets\" is missing",
        "{\"a\":7}|expected an object",
        "{\"__metadata__\":{\"a\":7}}|expected a text",
        "{\"a\":{},\"a\":{}}|there twice",
        "[1]|does not begin",
        "{x|not JSON"
      })
  void aHeaderThatLiesIsNamed(String json, String why) throws IOException {
    byte[] text = json.getBytes(UTF_8);
    ByteBuffer all = ByteBuffer.allocate(16 + text.length).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(text.length).put(text);
    assertThatThrownBy(() -> read(all.array()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("file.safetensors")
        .hasMessageContaining(why);
  }

  @Test
  void aTruncatedFileIsNamedWhereverItEnds() throws IOException {
    byte[] whole = whole();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(cut))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a whole safetensors file");
    }
  }

  @Test
  @Tag("bulk")
  void randomDamageIsReadOrRefusedButNeverMore() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 3000; i++) {
      byte[] damaged = whole();
      for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(read(damaged).fileBytes()).isEqualTo(damaged.length);
      } catch (IOException refused) {
        assertThat(refused).hasMessageContaining("not a whole safetensors file");
      }
    }
  }

  private static byte[] whole() {
    return Arrays.copyOf(HEADER.bytes(), (int) HEADER.fileBytes());
  }

  private TensorHeader read(byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve("file.safetensors"), bytes);
    try (FileChannel channel = FileChannel.open(file)) {
      return TensorHeader.read(channel, file.toString());
    }
  }
}
