package dev.manta.internal.data.worker;

import dev.manta.data.Batch;
import dev.manta.data.DataHost;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.unit.BadRecordLog;
import dev.manta.spi.arrow.ArrowInput;
import java.io.IOException;
import java.util.List;

/// A data worker on another host: a connection to a [DataHost], through which rows come in Arrow's
/// streams, one for each unit.
final class RemoteDataWorker implements DataWorker {
  private final String address;
  private final DataConnection link;
  private volatile long askedAt = Long.MAX_VALUE;
  private volatile boolean gone;

  private RemoteDataWorker(String address, DataConnection link) {
    this.address = address;
    this.link = link;
  }

  static RemoteDataWorker connect(String address, String token, String spec) throws IOException {
    DataConnection link = DataConnection.call(DataHost.address(address), token);
    try {
      DataFrames.write(new DataRequest(spec, List.of()), link.to());
      return new RemoteDataWorker(address, link);
    } catch (IOException e) {
      link.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return "data worker at " + address;
  }

  @Override
  public boolean isAlive() {
    return !gone;
  }

  @Override
  public long busyNanos() {
    return Math.max(0, System.nanoTime() - askedAt);
  }

  @Override
  public Batch read(UnitAt at, BadRecordLog badRecords) throws IOException {
    askedAt = System.nanoTime();
    var memory = new BatchMemory();
    try {
      DataFrames.write(new DataRequest.Ask(at, 0), link.to());
      DataRequest.Answer answer = DataFrames.read(link.from(), DataRequest.Answer.class);
      badRecords.passedOver(answer.bad());
      if (!answer.error().isEmpty()) {
        throw new MantaException(ErrorCode.USER, answer.error());
      }
      return ArrowInput.read(link.from(), answer.size(), memory);
    } catch (IOException e) {
      gone = true;
      memory.release();
      throw e;
    } catch (RuntimeException e) {
      memory.release();
      throw e;
    } finally {
      askedAt = Long.MAX_VALUE;
    }
  }

  @Override
  public void end() {
    gone = true;
    try {
      link.close();
    } catch (IOException e) {
      System.getLogger("manta.data").log(System.Logger.Level.DEBUG, "a socket did not close", e);
    }
  }

  @Override
  public void close() {
    end();
  }
}
