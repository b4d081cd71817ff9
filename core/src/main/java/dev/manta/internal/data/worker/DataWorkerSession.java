package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.internal.data.SampledByAbsolutePath;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.plan.OpenSources;
import dev.manta.internal.data.plan.Planner;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads and transforms units for another process, until that one is gone.
final class DataWorkerSession {
  /// How rows get to the one who asked.
  @FunctionalInterface
  interface Carrier {
    /// Makes rows ready to be sent; they stay open as long as the caller says.
    ///
    /// @param bad marks of records that were passed over
    Parcel pack(Batch rows, List<Long> bad);
  }

  /// Rows that are ready to be sent.
  interface Parcel extends AutoCloseable {
    /// Sends the answer that tells of them, and the rows.
    void send(DataRequest.Ask ask) throws IOException;

    @Override
    void close();
  }

  /// The lanes of an epoch, as they were asked for last.
  private record Dealt(int epoch, int count, List<Lane> lanes) {
    boolean is(UnitAt at) {
      return at.epoch() == epoch && at.lanes() == count;
    }
  }

  private final DataInputStream from;
  private final DataOutputStream to;
  private final Carrier carrier;
  private @Nullable Dealt dealt;

  DataWorkerSession(DataInputStream from, DataOutputStream to, Carrier carrier) {
    this.from = from;
    this.to = to;
    this.carrier = carrier;
  }

  void run(DatasetSpec spec) throws IOException {
    SampledByAbsolutePath.onThisThread(spec.byAbsolutePath());
    try (var context = new StreamContext();
        var planner =
            new Planner(spec.plan(), spec.bad(), context.reading(), OpenSources.of(spec))) {
      while (true) {
        answer(DataFrames.read(from, DataRequest.Ask.class), context, planner);
      }
    } catch (EOFException gone) {
      return;
    }
  }

  /// What fails before anything is sent is told; later the connection is of no use any more.
  private void answer(DataRequest.Ask ask, StreamContext context, Planner planner)
      throws IOException {
    Parcel parcel;
    int noted = context.faults().noted();
    try (Batch rows = context.read(unit(ask.at(), planner))) {
      parcel = carrier.pack(rows, context.faults().marks(noted));
    } catch (RuntimeException e) {
      String error = e.getMessage() == null ? e.toString() : e.getMessage();
      DataFrames.write(DataRequest.Answer.failed(error), to);
      return;
    }
    try (parcel) {
      parcel.send(ask);
    }
  }

  private Unit unit(UnitAt at, Planner planner) {
    Dealt known = dealt;
    if (known == null || !known.is(at)) {
      List<Lane> lanes = planner.lanes(at.epoch(), at.lanes());
      known = new Dealt(at.epoch(), at.lanes(), lanes);
      dealt = known;
    }
    return known.lanes().get(at.lane()).units().get(at.unit());
  }
}
