package dev.manta.internal.collective.shm;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallMismatch;
import java.lang.foreign.MemorySegment;

/// Messages between two ranks through the channels of [ShmChannels]; one thread sends, one
/// receives.
final class ShmMessages {
  private final ShmChannels channels;
  private final int rank;
  private final RankWait sending;
  private final RankWait receiving;

  ShmMessages(ShmRegion place, PeerLife peerLife) {
    this.channels = place.mail();
    this.rank = place.rank();
    this.sending = place.patience(peerLife);
    this.receiving = place.patience(peerLife);
  }

  void send(CallHeader header, int to, MemorySegment values) {
    sending.check();
    long chunk = channels.sent(rank, to);
    awaitRoom(to, chunk);
    channels.write(rank, to, chunk, header);
    long done = put(to, chunk, values, 0);
    while (done < values.byteSize()) {
      chunk++;
      awaitRoom(to, chunk);
      done = put(to, chunk, values, done);
    }
  }

  private void awaitRoom(int to, long chunk) {
    sending.begin();
    while (channels.taken(rank, to) < chunk - 1) {
      sending.pause(to);
    }
    sending.end();
  }

  private long put(int to, long chunk, MemorySegment values, long done) {
    long length = Math.min(channels.chunkBytes(), values.byteSize() - done);
    MemorySegment.copy(values, done, channels.data(rank, to, chunk), 0, length);
    channels.sent(rank, to, chunk + 1);
    sending.ring();
    return done + length;
  }

  void receive(CallHeader header, int from, MemorySegment values) {
    receive(header, from, values, () -> {});
  }

  /// The same, with something to look at while nothing comes.
  void receive(CallHeader header, int from, MemorySegment values, Runnable look) {
    receiving.check();
    long chunk = channels.taken(from, rank);
    awaitMail(from, chunk, look);
    CallHeader theirs = channels.header(from, rank, chunk);
    if (!header.agrees(theirs)) {
      throw new CallMismatch(rank, header, from, theirs);
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
    while (channels.sent(from, rank) <= chunk) {
      look.run();
      receiving.pause(from);
    }
    receiving.end();
  }

  private long get(int from, long chunk, MemorySegment values, long done) {
    long length = Math.min(channels.chunkBytes(), values.byteSize() - done);
    MemorySegment.copy(channels.data(from, rank, chunk), 0, values, done, length);
    channels.taken(from, rank, chunk + 1);
    receiving.ring();
    return done + length;
  }
}
