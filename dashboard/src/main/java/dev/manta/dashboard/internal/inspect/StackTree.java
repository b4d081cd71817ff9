package dev.manta.dashboard.internal.inspect;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Sampled stacks, merged from the bottom up: how often each frame was seen below its callers.
public final class StackTree {
  private final String frame;
  private final Map<String, StackTree> callees = new TreeMap<>();
  private long count;
  private long own;

  private StackTree(String frame) {
    this.frame = frame;
  }

  static StackTree empty() {
    return new StackTree("all");
  }

  /// Adds a stack, the outermost frame first.
  void add(List<String> frames) {
    StackTree at = this;
    at.count++;
    for (String next : frames) {
      at = at.callees.computeIfAbsent(next, StackTree::new);
      at.count++;
    }
    at.own++;
  }

  /// The method, or the thread that it begins with.
  public String frame() {
    return frame;
  }

  /// How many samples had this frame here.
  public long count() {
    return count;
  }

  /// In the order of their names, so that the same program gives the same picture.
  public List<StackTree> callees() {
    return List.copyOf(callees.values());
  }

  /// How many frames are above each other at most, this one included.
  int depth() {
    return 1 + callees.values().stream().mapToInt(StackTree::depth).max().orElse(0);
  }

  /// The frames that were on top most often, with their shares of all samples.
  public List<String> hottest(int most) {
    Map<String, Long> onTop = new HashMap<>();
    collect(onTop);
    return onTop.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(most)
        .map(
            each ->
                String.format(
                    Locale.ROOT, "%5.1f %%  %s", 100.0 * each.getValue() / count, each.getKey()))
        .toList();
  }

  private void collect(Map<String, Long> onTop) {
    if (own > 0) {
      onTop.merge(frame, own, Long::sum);
    }
    callees.values().forEach(callee -> callee.collect(onTop));
  }
}
