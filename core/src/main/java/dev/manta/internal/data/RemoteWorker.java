package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.DataHost;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.arrow.ArrowInput;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/// A data worker on another host: a connection to a [DataHost], through which rows come in Arrow's
/// streams, one for each unit.
final class RemoteWorker implements DataWorker {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int PROOF_MILLIS = 10_000;

  private final String address;
  private final Socket socket;
  private final DataOutputStream to;
  private final DataInputStream from;
  private volatile long askedAt = Long.MAX_VALUE;
  private volatile boolean gone;

  private RemoteWorker(String address, Socket socket) throws IOException {
    this.address = address;
    this.socket = socket;
    this.to = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    this.from = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  static RemoteWorker connect(String address, String token, String spec) throws IOException {
    var socket = new Socket();
    try {
      InetSocketAddress where = DataHost.address(address);
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.connect(where, CONNECT_MILLIS);
      socket.setSoTimeout(PROOF_MILLIS);
      var worker = new RemoteWorker(address, socket);
      new TokenProof(token).call(worker.from, worker.to);
      socket.setSoTimeout(0);
      Frames.write(new Errand(spec, List.of()), worker.to);
      return worker;
    } catch (IOException e) {
      socket.close();
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
      Frames.write(new Errand.Ask(at, 0), to);
      Errand.Answer answer = Frames.read(from, Errand.Answer.class);
      faults.passedOver(answer.bad());
      if (!answer.error().isEmpty()) {
        throw new MantaException(ErrorCode.USER, answer.error());
      }
      return ArrowInput.read(from, answer.size(), memory);
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
      socket.close();
    } catch (IOException e) {
      System.getLogger("manta.data").log(System.Logger.Level.DEBUG, "a socket did not close", e);
    }
  }

  @Override
  public void close() {
    end();
  }
}
