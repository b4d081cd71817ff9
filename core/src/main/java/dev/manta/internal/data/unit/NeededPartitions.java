package dev.manta.internal.data.unit;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;

/// Which parts of exchanges are needed for some units: a rank deals all rows, and keeps those.
public final class NeededPartitions {
  private final IdentityHashMap<RowExchange, BitSet> parts = new IdentityHashMap<>();

  private NeededPartitions() {}

  public static NeededPartitions of(List<Unit> units) {
    var needed = new NeededPartitions();
    units.forEach(needed::in);
    return needed;
  }

  /// What will be read of an exchange.
  public BitSet parts(RowExchange exchange) {
    return parts.getOrDefault(exchange, new BitSet());
  }

  private void in(Unit unit) {
    switch (unit) {
      case Unit.OfSource _, Unit.Gathered _, Unit.Nothing _ -> {}
      case Unit.Conformed(Unit input, SharedSchema others) -> {
        in(input);
        others.witnesses().forEach(this::in);
      }
      case Unit.Changed changed -> in(changed.input());
      case Unit.Joined(List<Unit> inputs) -> inputs.forEach(this::in);
      case Unit.Shuffled(List<Unit> inputs, _) -> inputs.forEach(this::in);
      case Unit.Zipped(Unit left, Unit right) -> both(left, right);
      case Unit.Matched(Unit left, Unit right, _, _) -> both(left, right);
      case Unit.Partition(RowExchange exchange, int index) -> in(exchange, index);
    }
  }

  private void both(Unit left, Unit right) {
    in(left);
    in(right);
  }

  /// All that goes into an exchange is read.
  private void in(RowExchange exchange, int part) {
    if (!parts.containsKey(exchange)) {
      parts.put(exchange, new BitSet());
      exchange.units().forEach(this::in);
    }
    parts.get(exchange).set(part);
  }
}
