package acme;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.train.Copied;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/// Training functions that real workers run in tests.
public final class TestLoops {
  record Config(int reports, String mode) {}

  record Pair(String name, int number) {}

  private TestLoops() {}

  static Map<String, Object> facts(TrainContext<Config> ctx) {
    return Map.of(
        "config", ctx.config(),
        "rank", ctx.rank(),
        "size", ctx.worldSize(),
        "device", ctx.device(),
        "run", ctx.runName(),
        "greeting", System.getenv("GREETING"),
        "temp", System.getProperty("java.io.tmpdir"),
        "work", Path.of("").toAbsolutePath().toString());
  }

  static void reports(TrainContext<Config> ctx) {
    for (int i = 1; i <= ctx.config().reports(); i++) {
      ctx.report(Metrics.of("i", i, "mode", ctx.config().mode()));
    }
  }

  static void reportsAndDies(TrainContext<Config> ctx) throws IOException {
    reports(ctx);
    System.out.println("all reported");
    String self = Long.toString(ProcessHandle.current().pid());
    new ProcessBuilder("kill", "-9", self).start();
    spin();
  }

  static void fails(TrainContext<Config> ctx) {
    ctx.report(Metrics.of("i", 1));
    switch (ctx.config().mode()) {
      case "throw" -> throw new IllegalStateException("outer", new IOException("no more rows"));
      case "exit" -> System.exit(7);
      case "halt" -> Runtime.getRuntime().halt(8);
      case "overflow" -> overflow(0);
      case "memory" -> eat();
      case "thread" -> inThread();
      case "huge" -> throw new IllegalStateException("x".repeat(17_000_000));
      case "mute" -> throw new Mute();
      default -> throw new IllegalArgumentException(ctx.config().mode());
    }
  }

  /// An exception that says nothing of itself.
  private static final class Mute extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  /// Rank 0 throws what cannot be told easily; the others wait for it.
  static void failsWhileOthersWait(TrainContext<Config> ctx) {
    ctx.barrier();
    if (ctx.rank() == 0) {
      fails(ctx);
    }
    ctx.barrier();
  }

  private static long overflow(long depth) {
    return depth < 0 ? depth : overflow(depth + 1) + 1;
  }

  private static void eat() {
    Object all = "";
    while (true) {
      all = new Object[] {all, new long[1 << 20]};
    }
  }

  private static void inThread() {
    Thread thread =
        new Thread(
            () -> {
              throw new IllegalStateException("prefetch broke");
            },
            "prefetch");
    thread.start();
    spin();
  }

  static void busy(TrainContext<Config> ctx) {
    ctx.report(Metrics.of("i", 1));
    spin();
  }

  /// Starts a process that loses its parent, and says which.
  static void launches(TrainContext<Config> ctx) throws IOException {
    Process shell = new ProcessBuilder("sh", "-c", "sleep 600 > /dev/null & echo $!").start();
    try (var output = shell.inputReader()) {
      ctx.report(Metrics.of("pid", Long.parseLong(output.readLine())));
    }
    spin();
  }

  private static void spin() {
    long sum = 0;
    while (sum != -1) {
      sum = Math.max(0, sum + 1);
    }
  }

  /// Counts in live state; each epoch adds one.
  static double[] live(TrainContext<Config> ctx) {
    double[] weights = new double[3];
    Notes notes = new Notes();
    ctx.live("weights", weights).live("notes", notes);
    for (int epoch : ctx.epochs(ctx.config().reports())) {
      weights[0] += 1;
      weights[1] = epoch;
      notes.text = "after " + epoch;
      if (ctx.config().mode().equals("quiet")) {
        ctx.report(Metrics.of("epoch", epoch));
      } else {
        ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
      }
    }
    System.out.println("notes: " + notes.text + ", commits: " + ctx.commits());
    return weights;
  }

  private static final class Notes implements Copied {
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

  /// Ray's explicit style: a directory of one's own, changed after each report.
  static int explicit(TrainContext<Config> ctx) throws IOException {
    int first = ctx.checkpoint().map(c -> c.asDirectory(TestLoops::read)).orElse(0);
    Path directory = Files.createTempDirectory("mine");
    for (int i = first + 1; i <= ctx.config().reports(); i++) {
      Files.writeString(directory.resolve("state.txt"), Integer.toString(i));
      Checkpoint checkpoint = Checkpoint.fromDirectory(directory).withMetadata("i", "" + i);
      ctx.report(Metrics.of("i", i), checkpoint, Upload.valueOf(ctx.config().mode()));
    }
    return ctx.reportedCheckpoints().size();
  }

  private static int read(Path directory) {
    try {
      return Integer.parseInt(Files.readString(directory.resolve("state.txt")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static double together(TrainContext<Config> ctx) {
    ctx.barrier();
    double[] sum = {ctx.rank() + 1};
    ctx.collectives().allReduce(sum, Op.SUM);
    Pair pair = ctx.broadcast(new Pair("rank", 7 + ctx.rank()));
    List<String> list = ctx.broadcast(List.of("from", "rank " + ctx.rank()));
    return sum[0] + pair.number() + list.getLast().length();
  }

  static void barrierThenHang(TrainContext<Config> ctx) {
    ctx.barrier();
    if (ctx.rank() == 0) {
      ctx.report(Metrics.of("in", "barrier"));
    } else {
      spin();
    }
    ctx.barrier();
  }

  /// Loses a link, and returns though it has heard of that where the mode says so.
  static void losesLink(TrainContext<Config> ctx) {
    ctx.barrier();
    ctx.collectives().abort(new Cause.LinkLost(1, "the cable is out"));
    try {
      ctx.barrier();
    } catch (CollectiveAborted e) {
      if (!ctx.config().mode().equals("swallow")) {
        throw e;
      }
    }
  }

  /// Ends when a stop is asked for; returns how often it asked.
  static int untilStopped(TrainContext<Config> ctx) {
    boolean collectives = ctx.config().mode().equals("collectives");
    int steps = 0;
    while (!ctx.stopRequested()) {
      steps++;
      if (collectives) {
        ctx.barrier();
      }
      ctx.report(Metrics.of("steps", steps));
    }
    return steps;
  }

  /// One epoch without end, which asks nothing and commits at each step.
  static void neverAsks(TrainContext<Config> ctx) {
    double[] weights = new double[1];
    ctx.live("weights", weights);
    for (int epoch : ctx.epochs(2)) {
      while (true) {
        if (ctx.config().mode().equals("collectives")) {
          ctx.barrier();
        }
        weights[0] += 1;
        ctx.commit();
        ctx.report(Metrics.of("epoch", epoch, "weight", weights[0]));
      }
    }
  }

  /// Commits what needs no other rank.
  static void neverMeets(TrainContext<Config> ctx) {
    double[] weights = new double[1];
    ctx.live("weights", weights);
    for (long step : ctx.steps(1_000_000_000)) {
      weights[0] = step;
      ctx.report(Metrics.of("step", step));
    }
  }

  /// Ends when two ranks will be taken away; returns who and when.
  static String awaitsNotices(TrainContext<Config> ctx) {
    ctx.report(Metrics.empty());
    while (ctx.preemption().map(notice -> notice.ranks().size()).orElse(0) < 2) {
      LockSupport.parkNanos(100_000);
    }
    return ctx.preemption().orElseThrow().toString();
  }

  static String swallowsAborts(TrainContext<Config> ctx) {
    Optional<String> seen = Optional.empty();
    while (seen.isEmpty()) {
      try {
        ctx.report(Metrics.of("x", 1));
      } catch (RuntimeException e) {
        seen = Optional.of(String.valueOf(e.getMessage()));
      }
    }
    ctx.rank();
    return seen.get();
  }

  /// Commits until it has to leave; it takes that for an error, and returns.
  static double shrugsItOff(TrainContext<Config> ctx) {
    double[] weights = new double[1];
    ctx.live("weights", weights);
    try {
      for (long step : ctx.steps(1_000_000_000)) {
        weights[0] = step;
        ctx.report(Metrics.of("step", step));
      }
    } catch (RuntimeException e) {
      System.out.println("shrugged off: " + e);
    }
    return weights[0];
  }

  /// The same for the death of another rank, of which it reports.
  static void shrugsOffADeath(TrainContext<Config> ctx) {
    double[] weights = new double[1];
    ctx.live("weights", weights);
    try {
      for (long step : ctx.steps(1_000_000_000)) {
        ctx.barrier();
        weights[0] = step;
        ctx.report(Metrics.of("step", step));
      }
    } catch (RuntimeException e) {
      ctx.report(Metrics.of("caught", e.toString()));
    }
  }

  /// Has made all its steps when its last snapshot begins its way to storage.
  static void endsWhileStoring(TrainContext<Config> ctx) {
    double[] weights = new double[1];
    ctx.live("weights", weights);
    for (long step : ctx.steps(ctx.config().reports())) {
      weights[0] = step;
    }
    ctx.report(Metrics.of("end", 1), ctx.snapshot(), Upload.ASYNC);
  }

  /// Rolls back while a snapshot is on its way to storage, or once its attempt is over.
  static void rollsBack(TrainContext<Config> ctx) {
    ctx.live("weights", new double[1]);
    if (ctx.config().mode().equals("storing")) {
      ctx.report(Metrics.empty(), ctx.snapshot(), Upload.ASYNC);
    } else {
      ctx.report(Metrics.empty());
      swallowsOne(ctx);
    }
    ctx.rollBack("the loss is NaN");
  }

  private static void swallowsOne(TrainContext<Config> ctx) {
    while (true) {
      try {
        ctx.attempt();
      } catch (RuntimeException e) {
        return;
      }
    }
  }

  /// Waits for rows that do not come.
  static void waitsForRows(TrainContext<Config> ctx) throws InterruptedException {
    double[] weights = new double[1];
    ctx.live("weights", weights);
    for (long step : ctx.steps(ctx.config().reports() + 1)) {
      if (step == ctx.config().reports()) {
        ctx.report(Metrics.empty());
        weights[0] += new LinkedBlockingQueue<Double>().take();
      }
    }
  }

  /// Waits in its first attempt until it is aborted; then it says which attempt it is.
  static String staysOnce(TrainContext<Config> ctx) {
    double[] sum = {1};
    ctx.collectives().allReduce(sum, dev.manta.collective.Op.SUM);
    ctx.report(Metrics.empty());
    while (ctx.attempt() == 1) {
      ctx.barrier();
    }
    return ctx.attempt() + " " + sum[0];
  }

  static void leavesAThread(TrainContext<Config> ctx) {
    Thread poller = new Thread(TestLoops::spin, "poller");
    poller.setDaemon(true);
    poller.start();
    ctx.report(Metrics.empty());
    while (true) {
      ctx.attempt();
    }
  }

  static Metrics score(Checkpoint checkpoint) {
    return Metrics.of("score", checkpoint.asDirectory(TestLoops::read));
  }

  /// What of a file is for training, read on a thread that was not started here.
  static Metrics sampled(Checkpoint checkpoint, Config config) {
    String rows = CompletableFuture.supplyAsync(() -> numbers(config.mode())).join();
    return Metrics.of("rows", rows);
  }

  private static String numbers(String file) {
    return Dataset.csv(file).trainTestSplit(0.3, 1).train().takeAll().stream()
        .map(row -> Long.toString(row.whole("id")))
        .collect(Collectors.joining(" "));
  }
}
