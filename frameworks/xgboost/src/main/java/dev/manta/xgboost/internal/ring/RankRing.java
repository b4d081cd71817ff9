package dev.manta.xgboost.internal.ring;

import dev.manta.collective.Member;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.JsonObject;
import dev.manta.tabular.RankTexts;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.library.NativeFunction;
import dev.manta.xgboost.internal.library.XGBoostFailure;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;

/// The connections between the ranks of an attempt over which XGBoost adds up histograms. They
/// belong to the thread that opened them, which trains and closes them.
///
/// Ranks find each other over Manta's collectives: each process is its own tracker.
public final class RankRing implements AutoCloseable {
  private static final NativeFunction INIT = NativeFunction.of("XGCommunicatorInit", "p");
  private static final NativeFunction FINALIZE = NativeFunction.of("XGCommunicatorFinalize", "");
  private static final String LOOPBACK = "127.0.0.1";

  /// As long as Manta itself waits for a rank that only is slow.
  private static final int TIMEOUT_SECONDS = 600;

  private final TrackerEndpoint tracker;
  private final LinkCut cut;
  private final ErrorPort errorPort;
  private boolean closed;

  private RankRing(TrackerEndpoint tracker, LinkCut cut, ErrorPort errorPort) {
    this.tracker = tracker;
    this.cut = cut;
    this.errorPort = errorPort;
  }

  /// Connects all ranks; each of them calls it.
  public static RankRing open(TrainContext<?> ctx) {
    String address = address(ctx);
    try {
      InetAddress loopback = InetAddress.getByName(address.contains(":") ? "::1" : LOOPBACK);
      TrackerEndpoint tracker =
          TrackerEndpoint.open(
              loopback, ctx.rank(), own -> meet(ctx, new Peer(address, own.port())));
      return open(ctx, loopback, tracker);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.CLUSTER, "XGBoost's ranks cannot be connected: " + e.getMessage(), e);
    }
  }

  private static RankRing open(TrainContext<?> ctx, InetAddress loopback, TrackerEndpoint tracker) {
    LinkCut cut = LinkCut.when(ctx.collectives(), tracker);
    try {
      init(ctx.rank(), loopback, tracker);
      Listening listening = Objects.requireNonNull(tracker.listening(), "XGBoost never listened");
      return new RankRing(tracker, cut, ErrorPort.silence(loopback, listening.errorPort()));
    } catch (RuntimeException | Error e) {
      cut.close();
      tracker.close();
      throw e;
    }
  }

  /// That a rank was lost meanwhile says more than that XGBoost could not connect.
  private static RuntimeException failure(TrackerEndpoint tracker, XGBoostFailure failure) {
    if (tracker.failed() instanceof RuntimeException e) {
      e.addSuppressed(failure);
      return e;
    }
    return failure;
  }

  private static void init(int rank, InetAddress loopback, TrackerEndpoint tracker) {
    JsonObject settings =
        JsonObject.builder()
            .put("dmlc_communicator", "rabit")
            .put("dmlc_tracker_uri", loopback.getHostAddress())
            .put("dmlc_tracker_port", tracker.port())
            .put("dmlc_task_id", "rank " + rank)
            .put("dmlc_retry", 1)
            .put("dmlc_timeout", TIMEOUT_SECONDS)
            .build();
    try (Arena arena = Arena.ofConfined()) {
      INIT.call(arena.allocateFrom(settings.text()));
    } catch (XGBoostFailure e) {
      throw failure(tracker, e);
    }
  }

  private static List<Peer> meet(TrainContext<?> ctx, Peer own) {
    return RankTexts.gather(ctx, own.text()).stream().map(Peer::parse).toList();
  }

  /// By what other ranks reach this one: on one host nobody else need.
  private static String address(TrainContext<?> ctx) {
    if (ctx.localSize() == ctx.worldSize()) {
      return LOOPBACK;
    }
    Member own = ctx.collectives().membership().members().get(ctx.rank());
    int port = own.address().lastIndexOf(':');
    return port < 0 ? own.address() : own.address().substring(0, port);
  }

  /// Leaves; others that still wait for this rank are told at once.
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      FINALIZE.call();
    } catch (XGBoostFailure _) {
      // it repeats that a rank was lost
    } finally {
      cut.close();
      errorPort.close();
      tracker.close();
    }
  }
}
