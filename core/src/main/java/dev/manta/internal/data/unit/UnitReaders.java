package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.internal.data.ReaderThreads;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/// Who reads and transforms units: this process, or others for it. A port: processes on other hosts
/// can do it as well.
public interface UnitReaders extends AutoCloseable {
  /// Work on one lane of an epoch.
  interface Work {
    /// Starts to read; what `reading` does with the unit goes through [#read].
    Future<Batch> submit(Callable<Batch> reading);

    /// The rows of a unit, which is the lane's with this number.
    Batch read(int index, Unit unit);
  }

  Work on(int epoch, int lanes, int lane);

  /// How many units are read at a time.
  int width();

  @Override
  void close();

  /// Those of this process.
  static UnitReaders own(StreamContext context) {
    return new UnitReaders() {
      @Override
      public Work on(int epoch, int lanes, int lane) {
        return work(context);
      }

      @Override
      public int width() {
        return ReaderThreads.size();
      }

      @Override
      public void close() {}
    };
  }

  /// Units read on the threads of this process.
  static Work work(StreamContext context) {
    return new Work() {
      @Override
      public Future<Batch> submit(Callable<Batch> reading) {
        return ReaderThreads.submit(reading);
      }

      @Override
      public Batch read(int index, Unit unit) {
        return context.read(unit);
      }
    };
  }
}
