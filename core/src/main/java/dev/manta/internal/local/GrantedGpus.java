package dev.manta.internal.local;

import dev.manta.cluster.Demand;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The GPUs of this machine that are a run's own, by the numbers that this process sees them by.
///
/// @param numbers empty where the run asks for none, or for more than there are: then it sees all
record GrantedGpus(Optional<List<Integer>> numbers) {
  static final GrantedGpus ALL = new GrantedGpus(Optional.empty());
  private static final String VARIABLE = "CUDA_VISIBLE_DEVICES";

  /// Takes what is free, for as many workers as there is something for.
  ///
  /// @param none what becomes of a run for which too little is free: it waits, which is empty, or
  ///   shares those that others use least
  static Optional<GrantedGpus> take(
      MachineShare share,
      Demand demand,
      Node machine,
      Function<GpuRule.Wish, Optional<GpuRule.Wish>> none) {
    double each = demand.each().gpus();
    List<Integer> meant = meant(demand, machine);
    int beside = (int) Math.ceil(demand.beside().map(Resources::gpus).orElse(0.0));
    var least = new GpuRule.Wish(each, demand.least(), 0);
    if ((each == 0 && beside == 0) || least.parts().size() > meant.size()) {
      return Optional.of(ALL);
    }
    int most = each == 0 ? 0 : Math.min(demand.most(), workers(meant.size(), each));
    List<GpuRule.Wish> wishes = new ArrayList<>();
    for (int workers = Math.max(most, demand.least()); workers >= demand.least(); workers--) {
      wishes.add(new GpuRule.Wish(each, workers, beside));
      wishes.add(new GpuRule.Wish(each, workers, 0));
    }
    return share.takeGpus(wishes, meant, none.apply(least)).map(Optional::of).map(GrantedGpus::new);
  }

  private static int workers(int gpus, double each) {
    return each < 1 ? gpus * GpuRule.onOne(each) : (int) (gpus / each);
  }

  private static List<Integer> meant(Demand demand, Node machine) {
    String type = demand.acceleratorType().orElse("").toLowerCase(Locale.ROOT);
    List<String> names = machine.gpuNames();
    return IntStream.range(0, (int) machine.total().gpus())
        .filter(
            number ->
                (number < names.size() ? names.get(number).toLowerCase(Locale.ROOT) : "")
                    .contains(type))
        .boxed()
        .toList();
  }

  /// The machine as the run sees it.
  Node seen(Node machine) {
    return numbers
        .map(
            own ->
                new Node(
                    machine.name(),
                    machine.total().withGpus(own.size()),
                    own.stream()
                        .filter(each -> each < machine.gpuNames().size())
                        .map(machine.gpuNames()::get)
                        .toList(),
                    machine.labels()))
        .orElse(machine);
  }

  /// Workers that see these GPUs alone.
  GroupSettings visible(GroupSettings settings) {
    return numbers.map(own -> visible(settings, own)).orElse(settings);
  }

  private static GroupSettings visible(GroupSettings settings, List<Integer> own) {
    WorkerVariables variables = settings.variables();
    var said = new TreeMap<>(variables.said());
    String around = said.getOrDefault(VARIABLE, System.getenv().getOrDefault(VARIABLE, ""));
    List<String> named = List.of(around.split(",", -1));
    said.put(
        VARIABLE, own.stream().map(each -> name(each, named)).collect(Collectors.joining(",")));
    return new GroupSettings(
        settings.run(),
        settings.runtime(),
        new WorkerVariables(said, variables.passed(), variables.threads(), variables.lanes()),
        settings.directory(),
        settings.term(),
        settings.orphanLimit(),
        settings.lease());
  }

  private static String name(int gpu, List<String> named) {
    boolean known = gpu < named.size() && !named.get(gpu).isBlank();
    return known ? named.get(gpu).strip() : Integer.toString(gpu);
  }
}
