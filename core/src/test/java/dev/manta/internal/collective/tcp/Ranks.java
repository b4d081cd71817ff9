package dev.manta.internal.collective.tcp;

import dev.manta.collective.Numerics;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.tcp.link.GroupListener;
import dev.manta.internal.collective.tcp.link.GroupMembers;
import dev.manta.internal.collective.tcp.link.LinkEncryption;
import dev.manta.internal.machine.PortRange;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/// A group of ranks over sockets, each rank a thread of this process.
final class Ranks implements AutoCloseable {
  /// What one rank does.
  interface Work<T> {
    T run(int rank, Engine engine) throws Exception;
  }

  private final ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new);
  private final List<Engine> engines;

  Ranks(int size, LinkEncryption encryption, Duration limit) throws Exception {
    List<GroupListener> boards = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      boards.add(GroupListener.open(InetAddress.getLoopbackAddress(), PortRange.ANY, encryption));
    }
    this.engines = all(rank -> join(boards.get(rank), plan(boards, rank), limit), size);
  }

  static Ranks plain(int size) throws Exception {
    return new Ranks(size, LinkEncryption.NONE, Duration.ofSeconds(20));
  }

  static GroupPlan plan(List<GroupListener> boards, int rank) {
    List<Offer> offers =
        boards.stream().map(board -> new Offer("here", 1, "", "", board.address())).toList();
    return new GroupPlan("run", 1, rank, offers, Numerics.forWorkers(boards.size()));
  }

  static Engine join(GroupListener board, GroupPlan plan, Duration limit) {
    GroupMembers members = GroupMembers.of(plan);
    board.admit(members);
    int[] ranks = IntStream.range(0, plan.size()).toArray();
    GroupRanks groupRanks =
        new GroupRanks(
            board, members.group(), plan.rank(), ranks, new GroupRanks.Terms(limit, true));
    return TcpEngine.open(groupRanks, SilentMeter.INSTANCE, board::close);
  }

  Engine engine(int rank) {
    return engines.get(rank);
  }

  /// Runs the same on every rank; the first failure is thrown.
  <T> List<T> run(Work<T> work) throws Exception {
    return all(rank -> work.run(rank, engines.get(rank)), engines.size());
  }

  /// Starts something on one rank.
  <T> Future<T> start(Callable<T> work) {
    return threads.submit(work);
  }

  private interface Indexed<T> {
    T run(int rank) throws Exception;
  }

  private <T> List<T> all(Indexed<T> work, int size) throws Exception {
    List<Future<T>> futures = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int mine = rank;
      futures.add(threads.submit(() -> work.run(mine)));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(get(future));
    }
    return results;
  }

  static <T> T get(Future<T> future) throws Exception {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      throw new IOException("a rank hangs: " + stacks(), e);
    }
  }

  private static String stacks() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> text.append(thread).append(Arrays.toString(stack)).append('\n'));
    return text.toString();
  }

  @Override
  public void close() {
    engines.forEach(Engine::close);
    threads.shutdownNow();
  }
}
