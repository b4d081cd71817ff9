package dev.manta.internal.collective.shm;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.machine.Pids;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Who of a group is alive: life words where there are any, process ids otherwise.
final class PeerLife implements AutoCloseable {
  private final List<Offer> offers;
  private final List<MemorySegment> words;
  private final Runnable release;

  private PeerLife(List<Offer> offers, List<MemorySegment> words, Runnable release) {
    this.offers = offers;
    this.words = words;
    this.release = release;
  }

  /// Maps the life words of all members.
  static PeerLife of(List<Offer> offers) {
    Arena arena = Arena.ofShared();
    List<MemorySegment> words = new ArrayList<>();
    for (int rank = 0; rank < offers.size(); rank++) {
      words.add(word(offers.get(rank).life(), rank, arena));
    }
    return new PeerLife(offers, List.copyOf(words), arena::close);
  }

  private static MemorySegment word(String file, int rank, Arena arena) {
    if (file.isEmpty()) {
      return MemorySegment.NULL;
    }
    try {
      return ProcessLife.map(Path.of(file), arena);
    } catch (NoSuchFileException _) {
      // It is gone with its process, or was removed: the process id tells.
      return MemorySegment.NULL;
    } catch (IOException _) {
      arena.close();
      throw new CollectiveAborted(new Cause.PeerDied(rank), "joining the group");
    }
  }

  /// Throws when a member is gone.
  void requireAll() {
    for (int rank = 0; rank < words.size(); rank++) {
      MemorySegment word = words.get(rank);
      if (word.byteSize() == 0 ? gone(offers.get(rank)) : ProcessLife.ended(word)) {
        throw new CollectiveAborted(new Cause.PeerDied(rank), "joining the group");
      }
    }
  }

  /// The same for some of the members; it stays valid as long as this one.
  PeerLife some(int[] ranks) {
    return new PeerLife(
        IntStream.of(ranks).mapToObj(offers::get).toList(),
        IntStream.of(ranks).mapToObj(words::get).toList(),
        () -> {});
  }

  /// Aborts the group when a process that did not leave is gone; a few loads.
  void check(ControlPages pages, int author) {
    for (int rank = 0; rank < words.size(); rank++) {
      MemorySegment word = words.get(rank);
      if (word.byteSize() != 0 && ProcessLife.ended(word) && !pages.left(rank)) {
        pages.abort(author, new Cause.PeerDied(rank));
      }
    }
  }

  /// The same by process id, for ranks without a life word; some ten microseconds each.
  void checkProcesses(ControlPages pages, int author) {
    for (int rank = 0; rank < words.size(); rank++) {
      if (words.get(rank).byteSize() == 0 && gone(offers.get(rank)) && !pages.left(rank)) {
        pages.abort(author, new Cause.PeerDied(rank));
      }
    }
  }

  private static boolean gone(Offer offer) {
    return !Pids.runs(offer.pid());
  }

  @Override
  public void close() {
    release.run();
  }
}
