package dev.manta.internal.local;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A claim on this machine: all of it at once, and again when it is not what it was. Whatever else
/// runs here, it waits for nobody; what it takes is written down for those who do.
final class MachineClaim implements Claim {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final Supplier<List<Node>> nodes;
  private final Consumer<Grant> granted;
  private final Duration lookEvery;
  private final MachineShare share;
  private final Map<String, Double> amounts;
  private final Thread watch;
  private Grant last;

  /// A claim that nobody else needs to know of.
  MachineClaim(Supplier<List<Node>> nodes, Consumer<Grant> granted) {
    this(nodes, granted, MachineShare.ofThisUser(), Map.of());
  }

  /// @param share what was taken already; closed with the claim
  /// @param amounts what others see as taken beside that
  MachineClaim(
      Supplier<List<Node>> nodes,
      Consumer<Grant> granted,
      MachineShare share,
      Map<String, Double> amounts) {
    this(nodes, granted, LOOK_EVERY, share, amounts);
  }

  MachineClaim(
      Supplier<List<Node>> nodes,
      Consumer<Grant> granted,
      Duration lookEvery,
      MachineShare share,
      Map<String, Double> amounts) {
    this.nodes = nodes;
    this.lookEvery = lookEvery;
    this.share = share;
    this.amounts = Map.copyOf(amounts);
    this.granted = granted;
    this.last = Grant.all(1, nodes.get());
    granted.accept(last);
    this.watch = LocalThreads.start("manta-claim", this::watch);
  }

  /// What is taken is written down beside whoever waits for the grant.
  private void watch() {
    try (share) {
      if (!amounts.isEmpty()) {
        share.take(amounts);
      }
      while (true) {
        Thread.sleep(lookEvery);
        look();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    Grant now = Grant.all(last.version() + 1, nodes.get());
    if (!now.nodes().equals(last.nodes())) {
      last = now;
      granted.accept(now);
    }
  }

  @Override
  public void close() {
    watch.interrupt();
  }

  /// Waits until nothing is looked at any more.
  void awaitClosed() {
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
