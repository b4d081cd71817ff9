package dev.manta.cluster;

import java.util.Map;
import java.util.TreeMap;

/// An amount of CPU cores, GPUs, memory and custom resources: what a worker asks for, or a node
/// has.
public record Resources(double cpus, double gpus, long memoryBytes, Map<String, Double> custom) {
  public Resources {
    requireAmount("cpus", cpus);
    requireAmount("gpus", gpus);
    requireWhole(gpus);
    requireAmount("memory bytes", (double) memoryBytes);
    custom.forEach(Resources::requireAmount);
    custom = Map.copyOf(custom);
  }

  /// So many cores and nothing else.
  public static Resources cpus(double cpus) {
    return new Resources(cpus, 0, 0, Map.of());
  }

  /// The same with so many GPUs: a fraction of one shares a device, and more than one are whole.
  public Resources withGpus(double gpus) {
    return new Resources(cpus, gpus, memoryBytes, custom);
  }

  /// The same with so much memory in bytes; 0 leaves it open. It decides how many workers fit on a
  /// node and limits nobody.
  public Resources withMemory(long bytes) {
    return new Resources(cpus, gpus, bytes, custom);
  }

  /// The same with an amount of a resource that the machine's owner named, on this machine by the
  /// variable `MANTA_RESOURCES`.
  public Resources with(String name, double amount) {
    Map<String, Double> more = new TreeMap<>(custom);
    more.put(name, amount);
    return new Resources(cpus, gpus, memoryBytes, more);
  }

  private static void requireWhole(double gpus) {
    if (gpus > 1 && gpus != Math.rint(gpus)) {
      throw new IllegalArgumentException(
          "more than one GPU must be a whole number, not " + gpus + "; only one can be shared");
    }
  }

  private static void requireAmount(String name, double amount) {
    if (!(amount >= 0) || Double.isInfinite(amount)) {
      throw new IllegalArgumentException(name + " must be a number of at least 0, not " + amount);
    }
  }
}
