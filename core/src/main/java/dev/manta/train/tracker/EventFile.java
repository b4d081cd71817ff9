package dev.manta.train.tracker;

import dev.manta.train.Metrics;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.zip.CRC32C;

/// A file of TensorBoard events: records of length, checksum, message, checksum.
final class EventFile implements AutoCloseable {
  private static final int CHECKSUM_MASK = 0xa282ead8;
  private static final int SUMMARY = 5;
  private static final int SESSION = 7;

  private final OutputStream out;

  private EventFile(OutputStream out) {
    this.out = out;
  }

  /// A new file in a directory; its name sorts after those of earlier ones.
  static EventFile create(Path directory) throws IOException {
    Files.createDirectories(directory);
    Instant now = Instant.now();
    String name = "events.out.tfevents.%s.manta.%s".formatted(now.getEpochSecond(), now.getNano());
    Path path = directory.resolve(name);
    var file =
        new EventFile(
            new BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)));
    file.record(file.event(now, 0).text(3, "brain.Event:2"));
    return file;
  }

  /// Says that what follows replaces what was written from a step on.
  void restart(Instant at, long step) throws IOException {
    record(event(at, step).message(SESSION, new Message().number(1, 1)));
  }

  /// Writes the numbers among flat metrics.
  void scalars(Instant at, long step, Metrics flat) throws IOException {
    Message summary = new Message();
    for (String key : flat.keys()) {
      if (flat.get(key) instanceof Number number) {
        summary.message(1, new Message().text(1, key).real(2, number.floatValue()));
      }
    }
    record(event(at, step).message(SUMMARY, summary));
  }

  /// Writes a value that belongs to no step.
  void write(Instant at, Message value) throws IOException {
    write(at, 0, value);
  }

  /// Writes a value of a step.
  void write(Instant at, long step, Message value) throws IOException {
    record(event(at, step).message(SUMMARY, new Message().message(1, value)));
  }

  private Message event(Instant at, long step) {
    return new Message().real(1, at.toEpochMilli() / 1000.0).number(2, step);
  }

  private void record(Message message) throws IOException {
    byte[] bytes = message.bytes();
    byte[] length = buffer(8).putLong(bytes.length).array();
    out.write(length);
    out.write(checksum(length));
    out.write(bytes);
    out.write(checksum(bytes));
    out.flush();
  }

  private static byte[] checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    int value = Integer.rotateRight((int) crc.getValue(), 15) + CHECKSUM_MASK;
    return buffer(4).putInt(value).array();
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
