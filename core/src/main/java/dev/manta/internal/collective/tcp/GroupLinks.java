package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.tcp.link.LinkKind;
import dev.manta.internal.collective.tcp.link.PeerLink;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The links that a group starts with: one for data and one for news, to every other member.
record GroupLinks(List<RankLink> wires, List<PeerState> peers) {
  static GroupLinks open(GroupRanks ranks) {
    List<PeerLink> opened = openAll(ranks);
    List<RankLink> rankLinks = new ArrayList<>();
    List<PeerState> peers = new ArrayList<>();
    int next = 0;
    for (int rank = 0; rank < ranks.size(); rank++) {
      if (rank != ranks.me()) {
        rankLinks.add(new RankLink(rank, opened.get(next++), ranks.heard()));
        peers.add(new PeerState(rank, opened.get(next++), ranks.heard()));
      }
    }
    return new GroupLinks(rankLinks, peers);
  }

  /// Closes all of them, where no group came of it.
  void close() {
    wires.forEach(link -> link.link().close());
    peers.forEach(peer -> peer.link().close());
  }

  private static List<PeerLink> openAll(GroupRanks ranks) {
    List<Future<PeerLink>> futures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int rank = 0; rank < ranks.size(); rank++) {
        int member = rank;
        if (rank != ranks.me()) {
          futures.add(threads.submit(() -> open(ranks, member, LinkKind.DATA)));
          futures.add(threads.submit(() -> open(ranks, member, LinkKind.CONTROL)));
        }
      }
      return collect(futures, threads);
    }
  }

  private static PeerLink open(GroupRanks ranks, int member, LinkKind kind) {
    try {
      return ranks.open(member, kind);
    } catch (IOException e) {
      throw aborted(ranks, member, e);
    }
  }

  /// The abort that a failure to reach a member is.
  static CollectiveAborted aborted(GroupRanks ranks, int member, IOException failure) {
    Cause cause =
        failure instanceof ConnectException
            ? new Cause.PeerDied(member)
            : new Cause.LinkLost(member, String.valueOf(failure.getMessage()));
    return new CollectiveAborted(
        cause, "rank " + ranks.me() + " forming a group of " + ranks.size());
  }

  private static List<PeerLink> collect(List<Future<PeerLink>> futures, ExecutorService threads) {
    List<PeerLink> links = new ArrayList<>();
    try {
      for (Future<PeerLink> future : futures) {
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

  private static void discard(List<Future<PeerLink>> futures) {
    for (Future<PeerLink> future : futures) {
      try {
        future.get().close();
      } catch (ExecutionException | InterruptedException | RuntimeException _) {
        // this one was never opened
      }
    }
  }
}
