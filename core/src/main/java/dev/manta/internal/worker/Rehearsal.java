package dev.manta.internal.worker;

import dev.manta.collective.Cause;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.QueueLink;
import dev.manta.internal.wire.SocketLink;
import dev.manta.train.Framework;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A worker and its controller in one process, once through what a worker does, a death of the
/// group and the attempt after it included. The JVM that makes the cache for workers remembers what
/// was loaded; a spare has it loaded when it is needed.
public final class Rehearsal {
  private static final int EPOCHS = 2;
  private static final int STEPS = 200;
  private static final int STEPS_OF_SPARE = 20;

  /// What the rehearsed function is given; checkpoints are written once an epoch.
  record Config(double rate, int epochs, int steps) {}

  private Rehearsal() {}

  /// Ends the process by itself.
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory("manta-r-");
    Path temp = Files.createDirectory(directory.resolve("tmp"));
    System.setProperty("java.io.tmpdir", temp.toString());
    Files.writeString(directory.resolve("token"), "rehearsal");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(directory.resolve("s")));
    new Thread(() -> control(server, directory), "manta-control").start();
    WorkerMain.main(new String[] {directory.toString(), "w0"});
  }

  /// The connection stays open to the end: a worker without its controller ends too fast for the
  /// JVM to write anything down.
  private static void control(ServerSocketChannel server, Path directory) {
    int status = 1;
    try {
      var controller =
          new RehearsalController(new SocketLink(server.accept()), directory, loop(EPOCHS, STEPS));
      controller.begin();
      status = controller.lead() ? 0 : 1;
    } catch (IOException | RuntimeException e) {
      System.err.println("manta: the rehearsal failed: " + e);
    }
    FileTree.delete(directory);
    System.exit(status);
  }

  /// Rehearses in a process that waits for work, and leaves nothing behind; says whether the
  /// function returned.
  static boolean within(SessionHost host) {
    QueueLink link = QueueLink.open();
    Thread worker =
        Thread.ofPlatform()
            .daemon()
            .name("manta-rehearsal")
            .start(() -> new WorkerSession(link.other(), new Stage(host)).run());
    boolean returned;
    try (link) {
      var controller = new RehearsalController(link, host.temp(), loop(0, STEPS_OF_SPARE));
      controller.begin();
      returned = controller.lead();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    await(worker);
    return returned;
  }

  private static void await(Thread worker) {
    try {
      worker.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static LoopSpec loop(int epochs, int steps) {
    return new LoopSpec(
        Rehearsal.class.getName(),
        "train",
        Config.class.getName(),
        "{\"rate\":0.1,\"epochs\":%s,\"steps\":%s}".formatted(epochs, steps));
  }

  static double train(TrainContext<Config> ctx) {
    double[] weights = {1, 2, 3};
    ctx.live("weights", weights);
    List<Framework> frameworks = Framework.installed(ClassLoader.getSystemClassLoader());
    frameworks.forEach(framework -> framework.rehearse(ctx));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      weights[0] += ctx.config().rate() * epoch;
      ctx.report(Metrics.of("epoch", epoch, "weight", weights[0], "mode", "rehearsal"));
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.ASYNC);
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
      ctx.logger().log(System.Logger.Level.INFO, "rehearsed");
      frameworks.forEach(Framework::warm);
    }
    long first = ctx.commits();
    int steps = ctx.config().steps();
    for (long step : ctx.steps(first + steps)) {
      ctx.collectives().broadcast(Values.of(weights), 0);
      ctx.collectives().allReduce(weights, Op.SUM);
      if (ctx.attempt() == 1 && step > first + steps / 2) {
        ctx.collectives().abort(new Cause.PeerDied(0));
      }
    }
    return weights[0];
  }

  /// A host whose worker plays: it can do nothing to the process.
  private record Stage(SessionHost host) implements SessionHost {
    @Override
    public Path temp() {
      return host.temp();
    }

    @Override
    public ClassLoader loader() {
      return host.loader();
    }

    @Override
    public Rendezvous rendezvous(String run) {
      return host.rendezvous(run);
    }

    @Override
    public void watch(WorkerSession session) {}

    @Override
    public void onTermination(Runnable told) {}

    @Override
    public Link callAgain(int attempt, int rank, long acknowledged) throws IOException {
      throw new IOException("a rehearsal has one controller");
    }

    @Override
    public void exit(int status) {}

    @Override
    public void orphaned() {}
  }
}
