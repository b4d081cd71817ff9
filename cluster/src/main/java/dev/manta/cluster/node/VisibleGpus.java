package dev.manta.cluster.node;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Which GPUs the workers of a run see on this node.
final class VisibleGpus {
  static final String VARIABLE = "CUDA_VISIBLE_DEVICES";

  private VisibleGpus() {}

  /// Those of its share, none if it has none. Numbers are those of the GPUs that this node sees
  /// itself.
  static Map<String, String> of(List<Integer> gpus, Map<String, String> around) {
    List<String> own = List.of(around.getOrDefault(VARIABLE, "").split(",", -1));
    String visible =
        gpus.stream().distinct().map(gpu -> name(gpu, own)).collect(Collectors.joining(","));
    return Map.of(VARIABLE, visible);
  }

  private static String name(int gpu, List<String> own) {
    boolean named = gpu < own.size() && !own.get(gpu).isBlank();
    return named ? own.get(gpu).strip() : Integer.toString(gpu);
  }
}
