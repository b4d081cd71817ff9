package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.DataHost;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.arrow.ArrowInput;
import java.io.IOException;
import java.util.List;

/// A data worker on another host: a connection to a [DataHost], through which rows come in Arrow's
/// streams, one for each unit.
final class RemoteWorker implements DataWorker {
  private final String address;
  private final DataLink link;
  private volatile long askedAt = Long.MAX_VALUE;
  private volatile boolean gone;

  private RemoteWorker(String address, DataLink link) {
    this.address = address;
    this.link = link;
  }

  static RemoteWorker connect(String address, String token, String spec) throws IOException {
    DataLink link = DataLink.call(DataHost.address(address), token);
    try {
      Frames.write(new Errand(spec, List.of()), link.to());
      return new RemoteWorker(address, link);
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
  public Batch read(UnitAt at, Faults faults) throws IOException {
    askedAt = System.nanoTime();
    var memory = new Lease();
    try {
      Frames.write(new Errand.Ask(at, 0), link.to());
      Errand.Answer answer = Frames.read(link.from(), Errand.Answer.class);
      faults.passedOver(answer.bad());
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
