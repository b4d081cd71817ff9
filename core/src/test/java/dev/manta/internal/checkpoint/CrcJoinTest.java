package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class CrcJoinTest {
  private static int crc(byte[] bytes, int from, int to) {
    var crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void theSumOfTwoPiecesIsThatOfTheWhole() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      byte[] bytes = new byte[random.nextInt(5000)];
      random.nextBytes(bytes);
      int cut = random.nextInt(bytes.length + 1);
      int joined =
          CrcJoin.joined(
              crc(bytes, 0, cut), crc(bytes, cut, bytes.length), bytes.length - (long) cut);
      assertThat(joined).as("seed %s", seed).isEqualTo(crc(bytes, 0, bytes.length));
    }
  }

  @Test
  void nothingAddsNothing() {
    assertThat(CrcJoin.joined(0, 17, 4)).isEqualTo(17);
    assertThat(CrcJoin.joined(17, 0, 0)).isEqualTo(17);
  }
}
