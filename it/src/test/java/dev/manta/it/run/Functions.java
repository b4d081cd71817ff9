package dev.manta.it.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Op;
import dev.manta.train.Copied;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Training functions that do one thing each.
final class Functions {
  private Functions() {}

  /// What a function may be told.
  record Config(int epochs, String text) {}

  /// What one returns.
  record Answer(int worldSize, List<Integer> epochs, double sum) {}

  static Answer counts(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    List<Integer> epochs = new ArrayList<>();
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      double[] one = {ctx.rank() + 1};
      ctx.collectives().allReduce(one, Op.SUM);
      sum[0] += one[0];
      epochs.add(epoch);
      ctx.report(Metrics.of("epoch", epoch, "sum", sum[0], "rank", ctx.rank()), ctx.snapshot());
    }
    return new Answer(ctx.worldSize(), epochs, sum[0]);
  }

  static void countsAndDiesOnce(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      double[] one = {ctx.rank() + 1};
      ctx.collectives().allReduce(one, Op.SUM);
      sum[0] += one[0];
      ctx.report(Metrics.of("sum", sum[0]), ctx.snapshot(), Upload.SYNC);
      if (epoch == 2 && ctx.rank() == 1 && ctx.attempt() == 1) {
        end(ctx.config().text());
      }
    }
  }

  private static void end(String how) {
    switch (how) {
      case "exit" -> System.exit(7);
      case "halt" -> Runtime.getRuntime().halt(9);
      case "kill" -> signal("KILL");
      case "segv" -> signal("SEGV");
      case "throw" -> throw new IllegalStateException("the cat walked over the keyboard");
      case "heap" -> fillHeap();
      default -> throw new AssertionError(how);
    }
  }

  private static void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(ProcessHandle.current().pid()))
          .start()
          .waitFor();
      Thread.sleep(60_000);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void fillHeap() {
    Object[] last = {};
    while (true) {
      last = new Object[] {last, new long[1 << 20]};
    }
  }

  /// What a loop of steps ends with.
  record Steps(long commits, double sum, String note) {}

  /// Keeps its state in memory only; rank 1 dies at step 13, rank 0 at step 27.
  static Steps stepsAndDiesTwice(TrainContext<Config> ctx) {
    double[] sum = new double[1];
    var note = new Note();
    ctx.live("sum", sum).live("note", note);
    for (long step : ctx.steps(ctx.config().epochs())) {
      double[] gradient = {step / 2.0};
      ctx.collectives().allReduce(gradient, Op.SUM);
      if (ctx.attempt() == (step == 13 ? 1 : 2) && ctx.rank() == (step == 13 ? 1 : 0)) {
        endIf(step == 13 || step == 27);
      }
      sum[0] += gradient[0];
      note.text = "note " + step;
      ctx.report(Metrics.of("step", step));
    }
    return new Steps(ctx.commits(), sum[0], note.text);
  }

  private static void endIf(boolean now) {
    if (now) {
      end("kill");
    }
  }

  /// A text as live state.
  private static final class Note implements Copied {
    private String text = "";

    @Override
    public byte[] save() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void load(byte[] bytes) {
      text = new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /// Which ranks of the second attempt are processes of the first.
  record Kinship(boolean zero, boolean one, boolean two) {}

  static Kinship processes(TrainContext<Config> ctx) throws IOException {
    Path mine = Path.of(ctx.storage(), ctx.attempt() + "-" + ctx.rank());
    Files.writeString(mine, Long.toString(ProcessHandle.current().pid()));
    ctx.report(Metrics.empty());
    ctx.barrier();
    if (ctx.attempt() == 1 && ctx.rank() == 1) {
      end(ctx.config().text());
    }
    ctx.barrier();
    return new Kinship(stayed(ctx, 0), stayed(ctx, 1), stayed(ctx, 2));
  }

  private static boolean stayed(TrainContext<Config> ctx, int rank) throws IOException {
    Path storage = Path.of(ctx.storage());
    String first = Files.readString(storage.resolve("1-" + rank));
    return first.equals(Files.readString(storage.resolve(ctx.attempt() + "-" + rank)));
  }

  static void endsAs(TrainContext<Config> ctx) {
    System.out.println("this is the last line of rank " + ctx.rank());
    if (ctx.rank() == 1) {
      end(ctx.config().text());
    }
    ctx.barrier();
  }

  static void neverReports(TrainContext<Config> ctx) {
    ctx.logger().log(System.Logger.Level.INFO, "quiet");
  }

  static Metrics reportsAll(TrainContext<Config> ctx) {
    for (int i = 1; i <= 3; i++) {
      ctx.report(Metrics.of("loss", 10.0 * i + ctx.rank(), "nested", Metrics.of("name", "x")));
    }
    return Metrics.of("done", true);
  }

  static void explicit(TrainContext<Config> ctx) throws IOException {
    int from = ctx.checkpoint().map(c -> c.asDirectory(Functions::read)).orElse(0);
    Path directory = Files.createTempDirectory("mine");
    for (int i = from; i < ctx.config().epochs(); i++) {
      Files.writeString(directory.resolve("progress.txt"), Integer.toString(i + 1));
      Checkpoint checkpoint = Checkpoint.fromDirectory(directory).withMetadata("made-by", "test");
      if (ctx.rank() == 0) {
        ctx.report(Metrics.of("score", (i * 7) % 5, "from", from), checkpoint);
      }
    }
  }

  private static int read(Path directory) {
    try {
      return Integer.parseInt(Files.readString(directory.resolve("progress.txt")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static void parts(TrainContext<Config> ctx) throws IOException {
    Path directory = Files.createTempDirectory("part");
    Files.writeString(directory.resolve("shard.txt"), "rank " + ctx.rank());
    Checkpoint mine = Checkpoint.fromDirectory(directory);
    boolean wrong = ctx.config().text().equals("wrong");
    ctx.report(Metrics.of("rank", ctx.rank()), wrong ? mine : mine.part(), Upload.SYNC);
  }

  static List<String> facts(TrainContext<Config> ctx) {
    String message = ctx.broadcast("from rank " + ctx.rank());
    return List.of(
        message,
        String.valueOf(System.getenv("GREETING")),
        ctx.runName(),
        ctx.localRank() + "/" + ctx.localSize() + "/" + ctx.nodeRank() + "/" + ctx.attempt(),
        ctx.device(),
        Path.of("").toAbsolutePath().getFileName().toString().isEmpty() ? "" : "has a directory");
  }

  static Metrics validate(Checkpoint checkpoint) {
    return Metrics.of("validated", checkpoint.asDirectory(Functions::read) * 2.0);
  }

  static Metrics cannotValidate(Checkpoint checkpoint) {
    int labels = checkpoint.metadata().size();
    if (labels > 0) {
      throw new IllegalStateException("no labels for " + checkpoint.metadata());
    }
    return Metrics.empty();
  }

  static void waitsForStop(TrainContext<Config> ctx) {
    long[] steps = {0};
    ctx.live("steps", steps);
    while (!ctx.stopRequested()) {
      ctx.barrier();
      steps[0]++;
      ctx.report(Metrics.of("steps", steps[0]));
    }
  }

  /// A loop as a class.
  static final class AsClass implements TrainLoop<Config> {
    private static final long serialVersionUID = 1L;

    @Override
    public void run(TrainContext<Config> ctx) {
      ctx.report(Metrics.of("text", ctx.config().text()));
    }
  }
}
