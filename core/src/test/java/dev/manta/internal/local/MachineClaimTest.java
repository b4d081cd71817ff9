package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MachineClaimTest {
  private static final Duration OFTEN = Duration.ofMillis(1);

  private final AtomicReference<List<Node>> nodes = new AtomicReference<>(List.of(node(4)));
  private final LinkedBlockingQueue<Grant> granted = new LinkedBlockingQueue<>();

  private static Node node(double cpus) {
    return new Node("here", Resources.cpus(cpus), List.of(), Map.of());
  }

  @Test
  void thisMachineIsGrantedBeforeTheClaimIsThere() {
    try (var claim = new MachineClaim(nodes::get, granted::add)) {
      assertThat(claim).isNotNull();
      assertThat(granted).hasSize(1);
      assertThat(granted.element().nodes()).containsExactly(node(4));
    }
  }

  @Test
  void whoHasAClaimHearsWhenTheMachineIsNotWhatItWasAndNotOtherwise() throws Exception {
    var looks = new AtomicInteger();
    try (var claim =
        new MachineClaim(
            () -> {
              looks.incrementAndGet();
              return nodes.get();
            },
            granted::add,
            OFTEN,
            MachineShare.ofThisUser(),
            Map.of())) {
      assertThat(claim).isNotNull();
      Grant first = granted.take();
      while (looks.get() < 10) {
        LockSupport.parkNanos(100_000);
      }
      assertThat(granted).isEmpty();
      nodes.set(List.of(node(2)));
      Grant next = granted.poll(30, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      assertThat(next.version()).isGreaterThan(first.version());
      assertThat(next.nodes()).containsExactly(node(2));
    }
  }

  @Test
  void theMachinesChangesAreNothingToAClaimThatWasGivenBack() {
    var claim =
        new MachineClaim(nodes::get, granted::add, OFTEN, MachineShare.ofThisUser(), Map.of());
    claim.close();
    claim.awaitClosed();
    nodes.set(List.of(node(2)));
    assertThat(granted).hasSize(1);
  }
}
