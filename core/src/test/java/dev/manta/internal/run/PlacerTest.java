package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.Seat;
import dev.manta.train.ScalingConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacerTest {
  private static Node node(String name, double cpus, double gpus) {
    return new Node(name, Resources.cpus(cpus).withGpus(gpus), List.of(), Map.of("zone", name));
  }

  private static List<Seat> seats(ScalingConfig scaling, Node... nodes) {
    return ((Placer.Placed) Placer.place(scaling, List.of(nodes))).seats();
  }

  private static String refusal(ScalingConfig scaling, Node... nodes) {
    return ((Placer.Refused) Placer.place(scaling, List.of(nodes))).why();
  }

  @Test
  void packFillsANodeBeforeTheNext() {
    List<Seat> seats = seats(ScalingConfig.workers(3), node("a", 2, 0), node("b", 4, 0));
    assertThat(seats).extracting(Seat::node).containsExactly("b", "b", "b");
    assertThat(seats).extracting(Seat::localRank).containsExactly(0, 1, 2);
  }

  @Test
  void spreadUsesAsManyNodesAsThereAre() {
    ScalingConfig three = ScalingConfig.workers(3).placement(Placement.SPREAD);
    List<Seat> seats = seats(three, node("a", 4, 0), node("b", 4, 0));
    assertThat(seats).extracting(Seat::node).containsExactly("a", "a", "b");
    assertThat(seats).extracting(Seat::nodeRank).containsExactly(0, 0, 1);
  }

  @Test
  void strictPlacementsRefuseRatherThanBend() {
    ScalingConfig two = ScalingConfig.workers(2);
    assertThat(refusal(two.placement(Placement.STRICT_SPREAD), node("a", 8, 0)))
        .contains("2 workers do not fit, only 1 do", "STRICT_SPREAD over 1 nodes");
    ScalingConfig gpu = two.perWorker(Resources.cpus(1).withGpus(1));
    assertThat(refusal(gpu.placement(Placement.STRICT_PACK), node("a", 8, 1), node("b", 8, 1)))
        .contains("STRICT_PACK");
  }

  @Test
  void allRanksHaveTheThreadsThatTheSmallestShareAllows() {
    ScalingConfig three = ScalingConfig.workers(3).placement(Placement.SPREAD);
    assertThat(seats(three, node("a", 8, 0), node("b", 6, 0)))
        .extracting(Seat::threads)
        .containsExactly(4, 4, 4);
    assertThat(seats(three, node("a", 16, 0), node("b", 2, 0)))
        .extracting(Seat::threads)
        .containsExactly(2, 2, 2);
  }

  private static Node withCpu(String name, String cpu) {
    return new Node(name, Resources.cpus(2), List.of(), Map.of(Node.CPU, cpu));
  }

  private static Node withGpus(String name, String... gpus) {
    Resources total = Resources.cpus(8).withGpus(gpus.length);
    return new Node(name, total, List.of(gpus), Map.of());
  }

  @Test
  void onlyAcceleratorsOfTheAskedTypeAreUsed() {
    ScalingConfig two =
        ScalingConfig.workers(2).perWorker(Resources.cpus(1).withGpus(1)).acceleratorType("h100");
    Node mixed = withGpus("a", "NVIDIA A100-SXM4", "NVIDIA H100 80GB", "NVIDIA H100 80GB");
    assertThat(seats(two, mixed)).extracting(Seat::device).containsExactly("cuda:1", "cuda:2");
    ScalingConfig halves = two.perWorker(Resources.cpus(1).withGpus(0.5));
    assertThat(seats(halves, mixed)).extracting(Seat::device).containsExactly("cuda:1", "cuda:1");
    assertThat(refusal(two, withGpus("a", "NVIDIA A100", "NVIDIA H100")))
        .contains("want 2 h100 GPUs (there are NVIDIA A100, NVIDIA H100), have 1");
  }

  @Test
  void unequalCpusAreTold() {
    ScalingConfig two = ScalingConfig.workers(2).placement(Placement.SPREAD);
    var unequal =
        (Placer.Placed) Placer.place(two, List.of(withCpu("a", "EPYC"), withCpu("b", "Xeon")));
    assertThat(unequal.warning().orElseThrow()).contains("unequal CPUs", "EPYC in a, Xeon in b");
    var equal =
        (Placer.Placed) Placer.place(two, List.of(withCpu("a", "Xeon"), withCpu("b", "Xeon")));
    assertThat(equal.warning()).isEmpty();
  }

  @Test
  void anElasticRunTakesWhatTheCoresAllow() {
    assertThat(seats(ScalingConfig.workers(1, 8), node("a", 3, 0))).hasSize(3);
    assertThat(seats(ScalingConfig.workers(1, 2), node("a", 3, 0))).hasSize(2);
  }

  @Test
  void coresMayBeSharedWithAWarning() {
    var placed = (Placer.Placed) Placer.place(ScalingConfig.workers(4), List.of(node("a", 2, 0)));
    assertThat(placed.seats()).hasSize(4);
    assertThat(placed.warning())
        .contains("4 workers with 1 CPUs each share 2 CPUs: they will take turns");
    assertThat(placed.seats()).extracting(Seat::threads).containsOnly(1);
  }

  @Test
  void eachWorkerGetsItsDevice() {
    ScalingConfig whole = ScalingConfig.workers(2).perWorker(Resources.cpus(1).withGpus(1));
    assertThat(seats(whole, node("a", 8, 2)))
        .extracting(Seat::device)
        .containsExactly("cuda:0", "cuda:1");
    ScalingConfig half = ScalingConfig.workers(4).perWorker(Resources.cpus(1).withGpus(0.5));
    assertThat(seats(half, node("a", 8, 2)))
        .extracting(Seat::device)
        .containsExactly("cuda:0", "cuda:0", "cuda:1", "cuda:1");
  }

  @Test
  void aWorkerThatAsksForTwoDevicesGetsTwo() {
    ScalingConfig two = ScalingConfig.workers(2).perWorker(Resources.cpus(1).withGpus(2));
    assertThat(seats(two, node("a", 8, 4)))
        .extracting(Seat::device)
        .containsExactly("cuda:0,1", "cuda:2,3");
    assertThat(refusal(two, node("a", 8, 3))).contains("want 4 GPUs, have 3");
  }

  @Test
  void memoryIsNotSharedAndARefusalNamesHaveAndWant() {
    ScalingConfig hungry = ScalingConfig.workers(2).perWorker(Resources.cpus(1).withMemory(600));
    Node small = new Node("a", Resources.cpus(8).withMemory(1000), List.of(), Map.of());
    assertThat(refusal(hungry, small))
        .contains("2 workers do not fit, only 1 do", "want 1200 bytes of memory, have 1000");
    assertThat(seats(hungry, small, new Node("b", small.total(), List.of(), Map.of()))).hasSize(2);
  }

  @Test
  void resourcesThatTheOwnerNamedAreCounted() {
    ScalingConfig licensed =
        ScalingConfig.workers(2).perWorker(Resources.cpus(1).with("licence", 1));
    Node none = node("a", 8, 0);
    assertThat(refusal(licensed, none)).contains("want 2 licence, have 0");
    Node two = new Node("b", Resources.cpus(8).with("licence", 2), List.of(), Map.of());
    assertThat(seats(licensed, none, two)).extracting(Seat::node).containsExactly("b", "b");
  }

  @Test
  void missingGpusNameHaveAndWant() {
    ScalingConfig gpus = ScalingConfig.workers(4).perWorker(Resources.cpus(1).withGpus(1));
    assertThat(refusal(gpus, node("a", 8, 1))).contains("want 4 GPUs, have 1");
  }

  @Test
  void missingLabelsNameHaveAndWant() {
    assertThat(refusal(ScalingConfig.workers(1).label("zone", "c"), node("a", 1, 0)))
        .isEqualTo("no node has the labels {zone=c}; there are a {zone=a}");
  }
}
