package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The links that a group starts with: one for data and one for news, to every other member.
record Links(List<Wire> wires, List<Peer> peers) {
  static Links open(Roster roster) {
    List<Link> opened = openAll(roster);
    List<Wire> wires = new ArrayList<>();
    List<Peer> peers = new ArrayList<>();
    int next = 0;
    for (int rank = 0; rank < roster.size(); rank++) {
      if (rank != roster.me()) {
        wires.add(new Wire(rank, opened.get(next++)));
        peers.add(new Peer(rank, opened.get(next++)));
      }
    }
    return new Links(wires, peers);
  }

  /// Closes all of them, where no group came of it.
  void close() {
    wires.forEach(wire -> wire.link().close());
    peers.forEach(peer -> peer.link().close());
  }

  private static List<Link> openAll(Roster roster) {
    List<Future<Link>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int rank = 0; rank < roster.size(); rank++) {
        int member = rank;
        if (rank != roster.me()) {
          futures.add(threads.submit(() -> open(roster, member, Lane.DATA)));
          futures.add(threads.submit(() -> open(roster, member, Lane.CONTROL)));
        }
      }
      return collect(futures, threads);
    }
  }

  private static Link open(Roster roster, int member, Lane lane) {
    try {
      return roster.open(member, lane);
    } catch (IOException e) {
      throw aborted(roster, member, e);
    }
  }

  /// The abort that a failure to reach a member is.
  static CollectiveAborted aborted(Roster roster, int member, IOException failure) {
    Cause cause =
        failure instanceof ConnectException
            ? new Cause.PeerDied(member)
            : new Cause.LinkLost(member, String.valueOf(failure.getMessage()));
    return new CollectiveAborted(
        cause, "rank " + roster.me() + " forming a group of " + roster.size());
  }

  private static List<Link> collect(List<Future<Link>> futures, ExecutorService threads) {
    List<Link> links = new ArrayList<>();
    try {
      for (Future<Link> future : futures) {
        links.add(future.get());
      }
      return links;
    } catch (ExecutionException | InterruptedException e) {
      threads.shutdownNow();
      discard(futures);
      throw failure(e);
    }
  }

  private static RuntimeException failure(Exception e) {
    if (e.getCause() instanceof CollectiveAborted aborted) {
      return aborted;
    }
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      return new CollectiveAborted(new Cause.Requested("its thread was interrupted"), "joining");
    }
    return new IllegalStateException("a group could not be formed", e);
  }

  private static void discard(List<Future<Link>> futures) {
    for (Future<Link> future : futures) {
      try {
        future.get().close();
      } catch (ExecutionException | InterruptedException | RuntimeException _) {
        // this one was never opened
      }
    }
  }
}
