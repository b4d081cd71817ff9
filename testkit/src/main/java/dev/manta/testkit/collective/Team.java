package dev.manta.testkit.collective;

import dev.manta.collective.Cause;
import dev.manta.collective.Collectives;
import dev.manta.collective.Numerics;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.group.InProcessGroup;
import dev.manta.internal.collective.group.Rendezvous;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/// A group whose ranks all live in this process, each on a thread of its own.
public final class Team implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(240);

  /// What one rank does.
  @FunctionalInterface
  public interface Part<T> {
    /// What the rank with these collectives does.
    T run(Collectives collectives) throws Exception;
  }

  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory());
  private final List<Collectives> ranks;

  /// A team of ready ports, in rank order.
  public Team(List<Collectives> ranks) {
    this.ranks = List.copyOf(ranks);
  }

  /// Ranks that share plain memory.
  public static Team inProcess(int size) {
    return new Team(InProcessGroup.group("team", size, Duration.ofSeconds(30)));
  }

  /// Ranks that meet as processes do, with a file or a socket between them.
  public static Team through(CollectiveSettings settings, int attempt, int size) {
    List<Rendezvous> doors =
        IntStream.range(0, size).mapToObj(_ -> Rendezvous.open(settings)).toList();
    return meet(doors, doors.stream().map(Rendezvous::offer).toList(), attempt);
  }

  /// Ranks that believe to be on several hosts: as many on each as said, one after the other.
  public static Team acrossHosts(CollectiveSettings settings, int attempt, int... ranksOfHosts) {
    List<Rendezvous> doors = new ArrayList<>();
    List<String> offers = new ArrayList<>();
    for (int host = 0; host < ranksOfHosts.length; host++) {
      for (int i = 0; i < ranksOfHosts[host]; i++) {
        Rendezvous door = Rendezvous.open(settings);
        Offer offer = Offer.parse(door.offer());
        doors.add(door);
        offers.add(offer.on("host" + host).text());
      }
    }
    return meet(doors, offers, attempt);
  }

  private static Team meet(List<Rendezvous> doors, List<String> offers, int attempt) {
    int size = doors.size();
    Numerics numerics = Numerics.forWorkers(size);
    List<Callable<Collectives>> joins = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      Rendezvous door = doors.get(rank);
      GroupPlan plan = GroupPlan.of("team", attempt, rank, offers, numerics);
      joins.add(() -> door.join(plan));
    }
    try (var forming = new Team(List.of())) {
      return new Team(forming.all(joins));
    } finally {
      doors.forEach(Rendezvous::close);
    }
  }

  /// How many ranks it has.
  public int size() {
    return ranks.size();
  }

  /// The collectives of a rank.
  public Collectives rank(int rank) {
    return ranks.get(rank);
  }

  /// Runs one part on every rank at once and returns their results in rank order.
  public <T> List<T> each(Part<T> part) {
    return all(ranks.stream().<Callable<T>>map(rank -> () -> part.run(rank)).toList());
  }

  /// Like [#each], for parts that return nothing.
  public void every(Work work) {
    each(
        rank -> {
          work.run(rank);
          return true;
        });
  }

  /// What one rank does, without a result.
  @FunctionalInterface
  public interface Work {
    /// What the rank with these collectives does.
    void run(Collectives collectives) throws Exception;
  }

  /// Runs all at once; the first failure ends the group and is what the caller sees.
  private <T> List<T> all(List<Callable<T>> parts) {
    Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Future<T>> running =
        parts.stream().map(part -> threads.submit(() -> guarded(part, failures))).toList();
    List<T> results = new ArrayList<>();
    for (Future<T> each : running) {
      result(each, failures).ifPresent(results::add);
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.element());
    }
    return results;
  }

  private <T> T guarded(Callable<T> part, Queue<Throwable> failures) throws Exception {
    try {
      return part.call();
    } catch (Throwable failure) {
      failures.add(failure);
      abort("a rank failed: " + failure);
      throw failure;
    }
  }

  private <T> Optional<T> result(Future<T> running, Queue<Throwable> failures) {
    try {
      return Optional.of(running.get(LIMIT.toSeconds(), TimeUnit.SECONDS));
    } catch (ExecutionException _) {
      return Optional.empty();
    } catch (TimeoutException e) {
      failures.add(e);
      abort("a rank hangs");
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void abort(String reason) {
    ranks.forEach(rank -> rank.abort(new Cause.Requested(reason)));
  }

  @Override
  public void close() {
    ranks.forEach(Collectives::close);
    threads.shutdown();
  }
}
