package dev.manta.bench.chaos;

import dev.manta.testkit.hosts.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Disturbs the hosts of a training, one fault after the other; each is over before the next.
final class HostTormentor {
  private static final Duration STANDSTILL_MAX = Duration.ofMinutes(2);
  private static final Duration SPREAD_MAX = Duration.ofSeconds(6);
  private static final long LOOK_EVERY_MILLIS = 10;
  private static final long SLOW_BITS = 2_000_000;
  private static final long LOSSY_BITS = 50_000_000;

  private final HostCluster cluster;
  private final Process driver;
  private final Path directory;
  private final Consumer<String> tell;
  private final List<Costs.Blow> struck = new ArrayList<>();

  HostTormentor(HostCluster cluster, Process driver, Path directory, Consumer<String> tell) {
    this.cluster = cluster;
    this.driver = driver;
    this.directory = directory;
    this.tell = tell;
  }

  /// Disturbs, and waits for the end; what has struck.
  ///
  /// @param apart steps from the end of one to the begin of the next
  List<Costs.Blow> torment(List<HostStrike> strikes, long apart)
      throws IOException, InterruptedException {
    for (HostStrike strike : strikes) {
      if (!reaches(step() + apart)) {
        break;
      }
      awaitSpread();
      strike(strike);
    }
    reaches(Long.MAX_VALUE);
    return List.copyOf(struck);
  }

  /// Waits until the run has made so many steps; false when it has ended before that.
  private boolean reaches(long step) throws IOException, InterruptedException {
    var watch = new StepWatch(STANDSTILL_MAX);
    while (!driver.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = step();
      if (now >= step) {
        return true;
      }
      if (watch.standsStill(now)) {
        throw new IOException(
            "the run has made no step for %s s".formatted(STANDSTILL_MAX.toSeconds()));
      }
    }
    return false;
  }

  /// A run that has lost a host is on one for some seconds, where nothing else can strike it.
  private void awaitSpread() throws IOException, InterruptedException {
    long end = System.nanoTime() + SPREAD_MAX.toNanos();
    while (withWorkers().size() < 2 && System.nanoTime() < end) {
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private long step() throws IOException {
    return Trace.last(directory, 0).map(Trace.Line::step).orElse(0L);
  }

  private void strike(HostStrike strike) throws IOException, InterruptedException {
    HostFault fault = strike.fault();
    List<Integer> busy = withWorkers();
    int number = fault == HostFault.HEAD ? HostCluster.HEAD : target(busy, strike.ticket());
    tell.accept("step %s: %s for %s".formatted(step(), fault, cluster.node(number)));
    struck.add(new Costs.Blow(fault.toString(), System.nanoTime()));
    begin(fault, number);
    Thread.sleep(fault.lasts());
    end(fault, number);
  }

  /// One of those with workers that is not the head's, as only one daemon may be the head.
  private int target(List<Integer> busy, int ticket) {
    List<Integer> others = busy.stream().filter(number -> number != HostCluster.HEAD).toList();
    return others.isEmpty() ? HostCluster.HEAD + 1 : others.get(ticket % others.size());
  }

  /// The hosts with workers.
  private List<Integer> withWorkers() throws IOException {
    var names = new TreeSet<String>();
    for (int rank = 0; rank < DisturbedTraining.WORKERS; rank++) {
      Trace.last(directory, rank).ifPresent(line -> names.add(line.where().host()));
    }
    return cluster
        .withDaemons()
        .filter(number -> names.contains(cluster.host(number).name()))
        .boxed()
        .toList();
  }

  private void begin(HostFault fault, int number) throws IOException, InterruptedException {
    Host host = cluster.host(number);
    switch (fault) {
      case KILL -> host.kill();
      case CUT -> host.cut(true);
      case ONE_WAY -> host.deafen(cluster.host(HostCluster.DRIVER));
      case BETWEEN -> deafen(number, withWorkers());
      case SLOW -> host.slow(SLOW_BITS);
      case LOSSY -> host.lossy(LOSSY_BITS);
      case FREEZE -> host.freeze(true);
      case DAEMON, HEAD -> cluster.killDaemon(number);
      case DRAIN -> cluster.drain(number, fault.lasts().toSeconds());
      case FULL_DISK -> host.fill(true);
    }
  }

  private void end(HostFault fault, int number) throws IOException, InterruptedException {
    Host host = cluster.host(number);
    switch (fault) {
      case KILL -> cluster.replace(number);
      case CUT -> host.cut(false);
      case ONE_WAY -> host.restore(cluster.host(HostCluster.DRIVER));
      case BETWEEN -> hearAgain(number);
      case SLOW, LOSSY -> host.fast();
      case FREEZE -> host.freeze(false);
      case DAEMON, HEAD -> {}
      case DRAIN -> cluster.start(number);
      case FULL_DISK -> host.fill(false);
    }
  }

  /// A host and some others do not hear each other.
  private void deafen(int number, List<Integer> others) {
    for (int other : others) {
      if (other != number) {
        cluster.host(number).deafen(cluster.host(other));
        cluster.host(other).deafen(cluster.host(number));
      }
    }
  }

  private void hearAgain(int number) {
    cluster
        .withDaemons()
        .filter(other -> other != number)
        .forEach(
            other -> {
              cluster.host(number).restore(cluster.host(other));
              cluster.host(other).restore(cluster.host(number));
            });
  }
}
