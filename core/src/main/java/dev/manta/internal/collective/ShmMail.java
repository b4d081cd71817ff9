package dev.manta.internal.collective;

import java.lang.foreign.MemorySegment;

/// Messages between two ranks through the channels of [Mail]; one thread sends, one receives.
final class ShmMail {
  private final Mail mail;
  private final int rank;
  private final Patience sending;
  private final Patience receiving;

  ShmMail(ShmPlace place, Lives lives) {
    this.mail = place.mail();
    this.rank = place.rank();
    this.sending = place.patience(lives);
    this.receiving = place.patience(lives);
  }

  void send(Header header, int to, MemorySegment values) {
    sending.check();
    long chunk = mail.sent(rank, to);
    awaitRoom(to, chunk);
    mail.write(rank, to, chunk, header);
    long done = put(to, chunk, values, 0);
    while (done < values.byteSize()) {
      chunk++;
      awaitRoom(to, chunk);
      done = put(to, chunk, values, done);
    }
  }

  private void awaitRoom(int to, long chunk) {
    sending.begin();
    while (mail.taken(rank, to) < chunk - 1) {
      sending.pause(to);
    }
    sending.end();
  }

  private long put(int to, long chunk, MemorySegment values, long done) {
    long length = Math.min(mail.chunkBytes(), values.byteSize() - done);
    MemorySegment.copy(values, done, mail.data(rank, to, chunk), 0, length);
    mail.sent(rank, to, chunk + 1);
    sending.ring();
    return done + length;
  }

  void receive(Header header, int from, MemorySegment values) {
    receive(header, from, values, () -> {});
  }

  /// The same, with something to look at while nothing comes.
  void receive(Header header, int from, MemorySegment values, Runnable look) {
    receiving.check();
    long chunk = mail.taken(from, rank);
    awaitMail(from, chunk, look);
    Header theirs = mail.header(from, rank, chunk);
    if (!header.agrees(theirs)) {
      throw new Disagreement(rank, header, from, theirs);
    }
    long done = get(from, chunk, values, 0);
    while (done < values.byteSize()) {
      chunk++;
      awaitMail(from, chunk, look);
      done = get(from, chunk, values, done);
    }
  }

  private void awaitMail(int from, long chunk, Runnable look) {
    receiving.begin();
    while (mail.sent(from, rank) <= chunk) {
      look.run();
      receiving.pause(from);
    }
    receiving.end();
  }

  private long get(int from, long chunk, MemorySegment values, long done) {
    long length = Math.min(mail.chunkBytes(), values.byteSize() - done);
    MemorySegment.copy(mail.data(from, rank, chunk), 0, values, done, length);
    mail.taken(from, rank, chunk + 1);
    receiving.ring();
    return done + length;
  }
}
