package dev.manta.torch.internal.ddp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.collective.Member;
import dev.manta.testkit.framework.ListeningPorts;
import dev.manta.testkit.python.Python;
import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.StepScope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Process groups of PyTorch's own.
@Timeout(300)
class TorchGroupTest {
  /// The other rank: adds its numbers and prints the sums.
  private static final String IN_PYTHON =
      """
      import os, sys
      from datetime import timedelta
      os.environ["GLOO_SOCKET_IFNAME"] = "lo"
      import torch, torch.distributed as dist
      served = dist.TCPStore("127.0.0.1", int(sys.argv[1]), is_master=False, timeout=timedelta(seconds=60))
      group = dist.ProcessGroupGloo(dist.PrefixStore("mixed", served), 1, 2, timedelta(seconds=60))
      numbers = torch.full((5,), 2.0)
      group.allreduce([numbers]).wait()
      print(*numbers.tolist(), flush=True)
      os._exit(0)  # the interpreter's own end takes the group's threads away under its feet
      """;

  @Test
  void aJavaRankAndAPythonRankShareAGroup() throws Exception {
    Python.assumeHas("torch");
    Natives.load();
    try (var _ = StepScope.open();
        Stores stores = Stores.serve("127.0.0.1")) {
      var python = CompletableFuture.supplyAsync(() -> Python.run(IN_PYTHON, stores.port()));
      try (var group = TorchGroup.gloo(stores, "mixed", new Seat(0, 2, "127.0.0.1"))) {
        assertThat(sum(group, torch.ones(5))).isEqualTo(15);
        assertThat(python.get(60, TimeUnit.SECONDS).strip()).isEqualTo("3.0 3.0 3.0 3.0 3.0");
      }
    }
  }

  private static double sum(TorchGroup group, Tensor numbers) {
    group.processGroup().allreduce(new TensorVector(numbers))._wait();
    return numbers.sum().item_double();
  }

  @Test
  void aCallThatWaitsForALostRankEndsWhenTheGroupIsDisconnected() throws Exception {
    Natives.load();
    try (Stores stores = Stores.serve("127.0.0.1");
        var threads = Executors.newFixedThreadPool(2)) {
      var other =
          threads.submit(() -> TorchGroup.gloo(stores, "lost", new Seat(1, 2, "127.0.0.1")));
      try (var group = TorchGroup.gloo(stores, "lost", new Seat(0, 2, "127.0.0.1"));
          var _ = other.get(60, TimeUnit.SECONDS)) {
        var waiting = threads.submit(() -> sum(group, torch.ones(5)));
        group.disconnect();
        assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
            .hasRootCauseInstanceOf(RuntimeException.class);
      }
    }
  }

  @Test
  void aStoreThatIsServedListensAtItsAddressAlone() throws Exception {
    Natives.load();
    Set<String> before = ListeningPorts.here();
    try (var _ = Stores.serve("127.0.0.1")) {
      assertThat(ListeningPorts.here())
          .anyMatch(each -> !before.contains(each)); // others may close meanwhile
      assertThat(ListeningPorts.here()).allMatch(each -> before.contains(each) || isLoopback(each));
    }
  }

  @Test
  void ranksOfOneHostMeetInAFileOfTheirUserAndListenOnLoopback() throws Exception {
    Natives.load();
    Set<String> before = ListeningPorts.here();
    Path file = Stores.newFile();
    assertThat(Files.getPosixFilePermissions(file.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    try (var threads = Executors.newFixedThreadPool(1)) {
      var other = threads.submit(() -> gloo(file, 1));
      try (var group = gloo(file, 0);
          var others = other.get(60, TimeUnit.SECONDS)) {
        var sums = threads.submit(() -> sum(others, torch.ones(5)));
        assertThat(sum(group, torch.ones(5))).isEqualTo(10);
        assertThat(sums.get(60, TimeUnit.SECONDS)).isEqualTo(10);
        assertThat(ListeningPorts.here())
            .allMatch(each -> before.contains(each) || isLoopback(each));
      }
    }
    Files.deleteIfExists(file);
    Files.delete(file.getParent());
  }

  private static TorchGroup gloo(Path file, int rank) {
    return TorchGroup.gloo(Stores.in(file), "here", new Seat(rank, 2, "127.0.0.1"));
  }

  private static boolean isLoopback(String address) {
    return address.startsWith("0100007F:")
        || address.startsWith("0000000000000000FFFF00000100007F:");
  }

  @Test
  void ranksOfOneHostStayOnIt() {
    List<Member> members = List.of(new Member("a", "", 1), new Member("a", "", 2));
    assertThat(Seat.of(members, 1)).isEqualTo(new Seat(1, 2, "127.0.0.1"));
  }

  @Test
  void ranksOfSeveralHostsAreReachedAtTheRunsAddresses() {
    List<Member> members =
        List.of(new Member("a", "10.0.0.1:4000", 1), new Member("b", "[fd00::2]:4001", 2));
    assertThat(Seat.of(members, 0).address()).isEqualTo("10.0.0.1");
    assertThat(Seat.of(members, 1).address()).isEqualTo("fd00::2");
  }

  @Test
  void aRankWithoutAnAddressIsNamed() {
    List<Member> members = List.of(new Member("a", "10.0.0.1:4000", 1), new Member("b", "", 2));
    assertThatThrownBy(() -> Seat.of(members, 1))
        .hasMessageContaining("cannot reach rank 1: want an address of its host, have \"\"");
  }
}
