package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.local.MachineShare;
import dev.manta.train.RunConfig;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Experiments that share this machine.
@Timeout(120)
class SharedMachineTest {
  private static final int CPUS = Runtime.getRuntime().availableProcessors();
  private static final Space SPACE = Space.of().uniform("x", 0, 1);

  private static final int BESIDE = 8;

  /// So many that one experiment would hold the machine for long.
  private static final int TRIALS = 2000;

  private static final AtomicInteger running = new AtomicInteger();
  private static final AtomicInteger most = new AtomicInteger();
  private static BlockingQueue<String> begun = new LinkedBlockingQueue<>();
  private static Semaphore first = new Semaphore(0);
  private static Semaphore second = new Semaphore(0);

  @TempDir Path storage;

  @BeforeEach
  void begin() {
    running.set(0);
    most.set(0);
    begun = new LinkedBlockingQueue<>();
    first = new Semaphore(0);
    second = new Semaphore(0);
  }

  private static double held(String name, Semaphore end, Point point) throws InterruptedException {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    begun.add(name);
    end.acquire();
    running.decrementAndGet();
    return point.number("x");
  }

  private Tuner tuner(String name, Semaphore end, int trials) {
    return Tuner.of(Point.class, point -> held(name, end, point))
        .threads()
        .space(SPACE)
        .search(
            TuneConfig.minimize("value")
                .samples(trials)
                .concurrent(CPUS)
                .searcher(Searcher.random()))
        .run(RunConfig.named(name).storage(storage.toString()).quiet());
  }

  private static <T> FutureTask<T> beside(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static String next() throws InterruptedException {
    return begun.poll(60, TimeUnit.SECONDS);
  }

  /// Until an experiment has written down that it waits for a CPU.
  private static void awaitWaiting() throws IOException {
    Path shares = Path.of(System.getenv(MachineShare.VARIABLE));
    boolean waits = false;
    while (!waits) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(shares, "share-*")) {
        for (Path each : files) {
          waits |= Files.exists(each) && Files.readString(each).contains("0.0 1.0 cpus");
        }
      }
    }
  }

  @Test
  void anExperimentBesideAnotherWaitsForCpusAndGetsThemAsTrialsEnd() throws Exception {
    FutureTask<ResultGrid> one = beside(tuner("one", first, TRIALS)::fit);
    for (int i = 0; i < CPUS; i++) {
      assertThat(next()).isEqualTo("one");
    }
    FutureTask<ResultGrid> another = beside(tuner("another", second, 1)::fit);
    awaitWaiting();
    String last = "one";
    while (last.equals("one")) {
      first.release();
      last = next();
    }
    assertThat(last).isEqualTo("another");
    assertThat(one).isNotDone();
    second.release();
    first.release(TRIALS);
    assertThat(another.get().trials()).hasSize(1);
    assertThat(one.get().trials()).hasSize(TRIALS);
    assertThat(most).hasValue(CPUS);
  }

  @Test
  void trialsWaitForCpusThatARunHasTaken() throws Exception {
    try (var run = MachineShare.ofThisUser()) {
      run.take(CPUS);
      FutureTask<ResultGrid> waits = beside(tuner("one", first, 1)::fit);
      awaitWaiting();
      assertThat(begun).isEmpty();
      run.take(0);
      first.release();
      assertThat(waits.get().trials()).hasSize(1);
    }
  }

  @Test
  void anExperimentWithinATrialDoesNotWaitForThatTrial() {
    ResultGrid results =
        Tuner.of(Point.class, _ -> inner())
            .threads()
            .space(SPACE)
            .search(TuneConfig.minimize("value").samples(CPUS).concurrent(CPUS))
            .run(RunConfig.named("outer").storage(storage.toString()).quiet())
            .fit();
    assertThat(results.errors()).isEmpty();
  }

  @Test
  void experimentsWithoutANameThatBeginAtOnceAreAllNew() throws Exception {
    var together = new CyclicBarrier(BESIDE);
    try (var threads = Executors.newFixedThreadPool(BESIDE)) {
      List<Callable<Double>> all = Collections.nCopies(BESIDE, () -> innerOf(together));
      assertThat(threads.invokeAll(all)).extracting(Future::resultNow).containsOnly(2.0);
    }
    try (var directories = Files.list(storage)) {
      assertThat(directories.filter(each -> Files.exists(each.resolve("journal.jsonl"))))
          .hasSize(BESIDE);
    }
  }

  private double innerOf(CyclicBarrier together) throws Exception {
    together.await();
    return inner();
  }

  private double inner() {
    return Tuner.of(Point.class, point -> point.number("x"))
        .threads()
        .space(SPACE)
        .search(TuneConfig.minimize("value").samples(2))
        .run(RunConfig.defaults().storage(storage.toString()).quiet())
        .fit()
        .trials()
        .size();
  }
}
