package dev.manta.internal.data;

import dev.manta.data.Batch;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads and transforms units for another process, until that one is gone.
final class DataSession {
  /// How answers and rows get to the one who asked.
  @FunctionalInterface
  interface Carrier {
    /// Sends an answer, and the rows it tells of.
    ///
    /// @param rows as [Packed] has them; none where the answer is an error
    void send(Errand.Ask ask, Errand.Answer answer, MemorySegment rows) throws IOException;
  }

  /// The lanes of an epoch, as they were asked for last.
  private record Dealt(int epoch, int count, List<Lane> lanes) {
    boolean is(UnitAt at) {
      return at.epoch() == epoch && at.lanes() == count;
    }
  }

  private final DataInputStream from;
  private final Carrier carrier;
  private @Nullable Dealt dealt;

  DataSession(DataInputStream from, Carrier carrier) {
    this.from = from;
    this.carrier = carrier;
  }

  void run(DatasetSpec spec) throws IOException {
    try (var shop = new Workshop(spec.bad());
        var planner = new Planner(spec.plan(), shop.reading())) {
      while (true) {
        answer(Frames.read(from, Errand.Ask.class), shop, planner);
      }
    } catch (EOFException gone) {
      return;
    }
  }

  private void answer(Errand.Ask ask, Workshop shop, Planner planner) throws IOException {
    var memory = new Lease();
    try {
      long bad = shop.stats().bad();
      Errand.Answer answer;
      MemorySegment block = MemorySegment.NULL;
      try (Batch rows = shop.read(unit(ask.at(), planner))) {
        block = Packed.write(rows, memory);
        answer =
            new Errand.Answer(
                rows.rows(),
                block.byteSize(),
                Frames.columns(rows.schema()),
                shop.stats().bad() - bad,
                "");
      } catch (RuntimeException e) {
        answer = Errand.Answer.failed(e.getMessage() == null ? e.toString() : e.getMessage());
      }
      carrier.send(ask, answer, block);
    } finally {
      memory.release();
    }
  }

  private Unit unit(UnitAt at, Planner planner) {
    Dealt known = dealt;
    if (known == null || !known.is(at)) {
      List<Lane> lanes = Lanes.of(planner.flow(at.epoch()), at.lanes());
      known = new Dealt(at.epoch(), at.lanes(), lanes);
      dealt = known;
    }
    return known.lanes().get(at.lane()).units().get(at.unit());
  }
}
