package dev.manta.internal.worker;

import dev.manta.checkpoint.StoredPart;
import dev.manta.collective.Op;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.json.Bind;
import dev.manta.internal.json.Json;
import dev.manta.internal.json.JsonObject;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.train.Framework;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A worker and its controller in one process, once through everything that a worker does: the JVM
/// remembers what was loaded.
public final class Rehearsal {
  /// What the rehearsed function is given.
  record Config(double rate, int epochs) {}

  private final Path directory;

  private Rehearsal(Path directory) {
    this.directory = directory;
  }

  /// Ends the process by itself.
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory("manta-r-");
    Path temp = Files.createDirectory(directory.resolve("tmp"));
    System.setProperty("java.io.tmpdir", temp.toString());
    Files.writeString(directory.resolve("token"), "rehearsal");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
    new Thread(() -> new Rehearsal(directory).control(server), "manta-control").start();
    WorkerMain.main(new String[] {directory.toString(), "w0"});
  }

  /// The connection stays open to the end: a worker without its controller ends too fast for the
  /// JVM to write anything down.
  private void control(ServerSocketChannel server) {
    int status = 1;
    try {
      status = serve(new SocketLink(server.accept())) ? 0 : 1;
    } catch (IOException | RuntimeException e) {
      System.err.println("manta: the rehearsal failed: " + e);
    }
    Sweep.delete(directory);
    System.exit(status);
  }

  /// Says whether the function returned.
  private boolean serve(SocketLink link) throws IOException {
    for (byte[] frame = link.receive(); frame != null; frame = link.receive()) {
      ToController message = ToController.read(frame);
      if (message instanceof ToController.Returned) {
        return true;
      }
      answer(link, message);
    }
    return false;
  }

  private void answer(SocketLink link, ToController message) throws IOException {
    if (message instanceof ToController.Hello) {
      link.send(new ToWorker.Welcome(0, 1000).frame());
      link.send(join().frame());
    } else if (message instanceof ToController.Ready) {
      link.send(new ToWorker.Go(1, List.of()).frame());
      link.send(new ToWorker.Ping(1).frame());
    } else if (message instanceof ToController.Offered offered) {
      link.send(new ToWorker.Gathered(1, List.of(offered.offer())).frame());
    } else if (message instanceof ToController.Report report) {
      link.send(new ToWorker.Ack(report.sequence()).frame());
    } else if (message instanceof ToController.PartStored stored) {
      link.send(committed(stored).frame());
    } else if (message instanceof ToController.Failed failed) {
      throw new MantaException(ErrorCode.MANTA, failed.what());
    }
  }

  private static ToWorker.Committed committed(ToController.PartStored stored) {
    StoredPart part = Bind.read(Json.parse(stored.part()), StoredPart.class);
    JsonObject record =
        JsonObject.builder()
            .put("name", part.name())
            .put("manifestHash", "")
            .put("step", stored.step())
            .put("metrics", JsonObject.EMPTY)
            .put("validation", "NONE")
            .build();
    return new ToWorker.Committed(1, stored.ordinal(), record.text());
  }

  private ToWorker.Join join() {
    var place = new ToWorker.Place(0, 1, 0, 1, 0, "local", "cpu", 1);
    var run =
        new ToWorker.RunFacts(
            "rehearsal",
            "rehearsal",
            directory.toString(),
            directory.toString(),
            "SYNC",
            1,
            Map.of("lanes", "1"));
    var start = ToWorker.Start.at("", 0, 0, 0, List.of());
    var loop =
        new LoopSpec(
            Rehearsal.class.getName(),
            "train",
            Config.class.getName(),
            "{\"rate\":0.1,\"epochs\":2}");
    return new ToWorker.Join(1, place, run, start, loop);
  }

  static double train(TrainContext<Config> ctx) {
    double[] weights = {1, 2, 3};
    ctx.live("weights", weights);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      weights[0] += ctx.config().rate() * epoch;
      ctx.collectives().allReduce(weights, Op.SUM);
      ctx.report(Metrics.of("epoch", epoch, "weight", weights[0], "mode", "rehearsal"));
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.ASYNC);
    }
    ctx.logger().log(System.Logger.Level.INFO, "rehearsed");
    Framework.installed(ClassLoader.getSystemClassLoader()).forEach(Framework::warm);
    return weights[0];
  }
}
