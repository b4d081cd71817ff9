package dev.manta.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes through sealed records, and what does not.
class SealedRecordsTest {
  private static final byte[] SECRET = new byte[RecordCipher.SECRET];
  private static final String REFUSED = "a record was changed, repeated, left out or moved";
  private static final int RECORDS = 4;

  /// The records of some messages, and the record that ends them.
  private static List<byte[]> records(byte[] secret, int... lengths) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SealedOutput output = new SealedOutput(Channels.newChannel(bytes), secret);
    List<byte[]> records = new ArrayList<>();
    for (int length : lengths) {
      output.write(new ByteBuffer[] {ByteBuffer.wrap(content(length))}, 1);
      records.add(taken(bytes));
    }
    output.end();
    records.add(taken(bytes));
    return records;
  }

  private static byte[] taken(ByteArrayOutputStream bytes) {
    byte[] record = bytes.toByteArray();
    bytes.reset();
    return record;
  }

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }

  private static List<byte[]> four() throws IOException {
    return records(SECRET, 100, 100, 100, 100);
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    parts.forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }

  private static SealedInput input(byte[] wire) {
    return new SealedInput(
        Channels.newChannel(new ByteArrayInputStream(wire)), SECRET, ByteBuffer.allocate(0));
  }

  /// All that comes until the end that the other side has said.
  private static byte[] all(SealedInput input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteBuffer[] room = {ByteBuffer.allocateDirect(70)};
    while (input.read(room, 1) >= 0) {
      byte[] part = new byte[room[0].flip().remaining()];
      room[0].get(part).clear();
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static void assertRefused(List<byte[]> wire) {
    SealedInput input = input(joined(wire));
    assertThatThrownBy(() -> all(input)).isExactlyInstanceOf(IOException.class).hasMessage(REFUSED);
    assertThatThrownBy(() -> all(input)).isExactlyInstanceOf(IOException.class).hasMessage(REFUSED);
  }

  @Test
  void whatWasWrittenComesAsItWas() throws IOException {
    int[] lengths = {1, 70, RecordHead.LENGTH_MAX, RecordHead.LENGTH_MAX + 1, 1 << 20, 3};
    byte[] sent = joined(IntStream.of(lengths).mapToObj(SealedRecordsTest::content).toList());
    assertThat(all(input(joined(records(SECRET, lengths))))).isEqualTo(sent);
  }

  @Test
  void bytesThatCameEarlyAreTheFirst() throws IOException {
    byte[] wire = joined(four());
    ByteBuffer early = ByteBuffer.wrap(wire, 0, 130);
    ReadableByteChannel rest =
        Channels.newChannel(new ByteArrayInputStream(wire, 130, wire.length - 130));
    assertThat(all(new SealedInput(rest, SECRET, early))).hasSize(400);
  }

  @Test
  void everyChangedByteIsRefused() throws IOException {
    int length = four().get(1).length;
    for (int at = 0; at < length; at++) {
      List<byte[]> wire = four();
      wire.get(1)[at] ^= 0x10;
      SealedInput input = input(joined(wire));
      assertThatThrownBy(() -> all(input)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> all(input)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aChangedContentIsRefused() throws IOException {
    List<byte[]> wire = four();
    wire.get(1)[RecordHead.BYTES + 7] ^= 1;
    assertRefused(wire);
  }

  @Test
  void nothingOfAChangedRecordIsHandedOut() throws IOException {
    List<byte[]> wire = four();
    wire.get(0)[wire.get(0).length - 1] ^= 1;
    SealedInput input = input(joined(wire));
    ByteBuffer[] room = {ByteBuffer.allocate(400)};
    assertThatThrownBy(() -> input.read(room, 1)).hasMessage(REFUSED);
    assertThat(room[0].position()).isZero();
    assertThat(room[0].array()).containsOnly(0);
  }

  @Test
  void aRepeatedRecordIsRefused() throws IOException {
    List<byte[]> wire = four();
    wire.add(2, wire.get(1));
    assertRefused(wire);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, RECORDS - 1})
  void aRecordLeftOutIsRefused(int which) throws IOException {
    List<byte[]> wire = four();
    wire.remove(which);
    assertRefused(wire);
  }

  @Test
  void recordsOutOfOrderAreRefused() throws IOException {
    List<byte[]> wire = four();
    Collections.swap(wire, 1, 2);
    assertRefused(wire);
  }

  @Test
  void aRecordOfTheOtherDirectionIsRefused() throws IOException {
    byte[] other = SECRET.clone();
    other[0] = 1;
    assertRefused(records(other, 100));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 119, 120, 121, 480, 482})
  void aConnectionThatIsCutIsNotTakenForItsEnd(int bytes) throws IOException {
    byte[] wire = Arrays.copyOf(joined(four()), bytes);
    assertThatThrownBy(() -> all(input(wire)))
        .isInstanceOf(EOFException.class)
        .hasMessage("the connection was cut");
  }

  @Test
  void whoeverWantsNothingHearsOfNoEnd() throws IOException {
    SealedInput input = input(joined(records(SECRET)));
    assertThat(input.read(new ByteBuffer[] {ByteBuffer.allocate(0)}, 1)).isZero();
    assertThat(input.read(new ByteBuffer[] {ByteBuffer.allocate(1)}, 1)).isEqualTo(-1);
    assertThat(input.read(new ByteBuffer[] {ByteBuffer.allocate(0)}, 1)).isZero();
  }

  @Test
  void nothingComesAfterTheEnd() throws IOException {
    List<byte[]> wire = four();
    wire.add(wire.get(0));
    assertThatThrownBy(() -> all(input(joined(wire)))).hasMessage("something came after the end");
  }

  @Test
  void plainTextIsNoRecord() {
    assertThatThrownBy(
            () -> all(input("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))))
        .hasMessage("what came is not a sealed record");
  }

  @Test
  void aRecordThatIsTooLongIsRefusedBeforeItCame() {
    byte[] head = ByteBuffer.allocate(4).putInt(RecordHead.LENGTH_MAX + 1).array();
    assertThatThrownBy(() -> all(input(head))).hasMessage("what came is not a sealed record");
  }

  @Test
  void keysChangeOnBothSidesAtTheSameRecord() throws Exception {
    RecordCipher seals = new RecordCipher(Cipher.ENCRYPT_MODE, SECRET, 3);
    RecordCipher opens = new RecordCipher(Cipher.DECRYPT_MODE, SECRET, 3);
    RecordCipher never = new RecordCipher(Cipher.DECRYPT_MODE, SECRET, Long.MAX_VALUE);
    byte[] sealed = new byte[10 + RecordCipher.TAG];
    byte[] opened = new byte[10];
    for (int i = 0; i < 10; i++) {
      seals.next(10, content(10), 0, 10, sealed);
      opens.next(10, sealed, 0, sealed.length, opened);
      assertThat(opened).isEqualTo(content(10));
      boolean sameKey = i < 3;
      assertThat(opensAs(never, sealed)).isEqualTo(sameKey);
    }
  }

  private static boolean opensAs(RecordCipher cipher, byte[] sealed) {
    try {
      return cipher.next(10, sealed, 0, sealed.length, new byte[10]) == 10;
    } catch (java.security.GeneralSecurityException _) {
      return false;
    }
  }

  @Test
  void equalContentIsNeverSealedAlike() throws IOException {
    List<byte[]> records = four();
    assertThat(records.get(0)).isNotEqualTo(records.get(1));
    byte[] other = SECRET.clone();
    other[31] = 1;
    assertThat(records(other, 100).get(0)).isNotEqualTo(records.get(0));
  }

  /// Takes a few bytes at a time, and now and then none.
  private record Narrow(ByteArrayOutputStream bytes, Random random) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer from) {
      int count = Math.min(from.remaining(), random.nextInt(3) * 50_000);
      byte[] part = new byte[count];
      from.get(part);
      bytes.writeBytes(part);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /// A channel to write to or to read from, made of what it does with a buffer.
  private record By(ToIntFunction<ByteBuffer> taking)
      implements WritableByteChannel, ReadableByteChannel {
    @Override
    public int write(ByteBuffer from) {
      return taking.applyAsInt(from);
    }

    @Override
    public int read(ByteBuffer into) {
      return taking.applyAsInt(into);
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  void whatWaitsForASlowChannelIsMovedLessThanItIsLong() throws IOException {
    Narrow narrow = new Narrow(new ByteArrayOutputStream(), new Random(1));
    int[] place = {0};
    int[] waits = {0};
    long[] moved = {0};
    By channel =
        new By(
            from -> {
              moved[0] += from.position() < place[0] ? waits[0] : 0;
              int count = narrow.write(from);
              place[0] = from.position();
              waits[0] = from.remaining();
              return count;
            });
    SealedOutput output = new SealedOutput(channel, SECRET);
    ByteBuffer[] from = {ByteBuffer.wrap(content(8 << 20))};
    while (from[0].hasRemaining() || !output.flush()) {
      output.write(from, 1);
    }
    assertThat(moved[0]).isLessThan(8 << 20);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whatComesInSmallPartsComesAsItWas(long seed) throws IOException {
    ByteBuffer wire = ByteBuffer.wrap(joined(records(SECRET, 90, 3 << 20)));
    Random random = new Random(seed);
    By channel =
        new By(
            into -> {
              int some = Math.min(into.remaining(), random.nextInt(3) * 50_000);
              ByteBuffer part = wire.slice(wire.position(), Math.min(wire.remaining(), some));
              wire.position(wire.position() + part.remaining());
              into.put(part);
              return part.position();
            });
    byte[] sent = joined(List.of(content(90), content(3 << 20)));
    assertThat(all(new SealedInput(channel, SECRET, ByteBuffer.allocate(0)))).isEqualTo(sent);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aSlowChannelLosesNothing(long seed) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SealedOutput output = new SealedOutput(new Narrow(bytes, new Random(seed)), SECRET);
    ByteBuffer[] from = {ByteBuffer.wrap(content(90)), ByteBuffer.wrap(content(3 << 20))};
    while (from[0].hasRemaining() || from[1].hasRemaining() || !output.flush()) {
      output.write(from, 2);
    }
    output.end();
    while (!output.flush()) {
      LockSupport.parkNanos(100_000);
    }
    byte[] sent = joined(List.of(content(90), content(3 << 20)));
    assertThat(all(input(bytes.toByteArray()))).isEqualTo(sent);
  }
}
