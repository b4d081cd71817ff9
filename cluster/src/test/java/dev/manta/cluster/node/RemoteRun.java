package dev.manta.cluster.node;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.control.RunLoop;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.Limits;
import dev.manta.spi.json.Bind;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.Failure;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A run of [RemoteFunctions] on a cluster, which is watched while it trains.
final class RemoteRun implements RunListener {
  private final Path storage;
  private Limits limits = Limits.DEFAULT;
  private final AtomicInteger reports = new AtomicInteger();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final CountDownLatch tenReports = new CountDownLatch(10);
  private final AtomicReference<@Nullable RunOutcome> outcome = new AtomicReference<>();
  private final CountDownLatch over = new CountDownLatch(1);

  RemoteRun(Path storage) {
    this.storage = storage;
  }

  /// A rank is replaced only once its process has certainly ended.
  RemoteRun exclusive() {
    limits = Limits.DEFAULT.leased();
    return this;
  }

  @Override
  public void report(Report report) {
    reports.incrementAndGet();
    tenReports.countDown();
  }

  @Override
  public void failure(Failure failure) {
    failures.add(failure.describe());
  }

  @Override
  public void warning(String message) {
    System.err.println("warning: " + message);
  }

  @Override
  public void line(int rank, String line) {
    System.err.println("[" + rank + "] " + line);
  }

  RunOutcome train(Cluster cluster, ScalingConfig scaling, String function, Record steps) {
    Location root = Location.of(storage);
    var plan =
        new RunPlan(
            RunConfig.named("remote").listener(this),
            scaling,
            new LoopSpec(RemoteFunctions.class.getName(), function, "", Bind.write(steps).text()),
            Optional.empty(),
            "",
            Map.of(),
            new WorkerRuntime.Jvm(
                ClassPath.ofUser(ProgramLoader.current()), scaling.jvm().arguments()),
            "",
            limits,
            false);
    return RunLoop.open(plan, cluster, new LocalStorage(), root).toEnd(List.of());
  }

  /// Trains on a thread of its own.
  RemoteRun begin(Cluster cluster, ScalingConfig scaling, String function, Record steps) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              outcome.set(train(cluster, scaling, function, steps));
              over.countDown();
            });
    return this;
  }

  /// Returns when it trains.
  void awaitTraining() throws InterruptedException {
    if (!tenReports.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not train: " + failures);
    }
  }

  RunOutcome awaitEnd() throws InterruptedException {
    if (!over.await(120, TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end: " + failures + ", " + reports + " reports");
    }
    RunOutcome ended = outcome.get();
    if (ended == null) {
      throw new AssertionError("it has no outcome");
    }
    return ended;
  }

  int reports() {
    return reports.get();
  }

  List<String> failures() {
    return List.copyOf(failures);
  }
}
