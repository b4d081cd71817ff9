package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Schema;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The columns that several datasets have together, found out once somebody asks.
final class Together {
  private static final int UNITS_MAX = 16;

  private final List<Unit> witnesses;
  private final Supplier<Schema> look;
  private @Nullable Schema schema;

  private Together(List<Unit> witnesses, Supplier<Schema> look) {
    this.witnesses = witnesses;
    this.look = look;
  }

  /// Those that the first rows of each have.
  static Together of(List<List<Unit>> inputs, UnitReading reading) {
    List<Unit> first =
        inputs.stream().filter(units -> !units.isEmpty()).map(List::getFirst).toList();
    return new Together(
        first,
        () -> {
          var common = new Common();
          inputs.forEach(units -> addFirst(units, reading, common));
          return common.schema();
        });
  }

  private static void addFirst(List<Unit> units, UnitReading reading, Common to) {
    for (Unit unit : units.subList(0, Math.min(units.size(), UNITS_MAX))) {
      try (Batch batch = unit.read(reading)) {
        if (batch.rows() > 0) {
          to.add(batch, unit.place());
          return;
        }
      }
    }
  }

  /// The units that are looked at first.
  List<Unit> witnesses() {
    return witnesses;
  }

  /// Those of some names alone.
  Together only(List<String> names) {
    return new Together(
        witnesses,
        () ->
            Schema.of(
                schema().fields().stream().filter(field -> names.contains(field.name())).toList()));
  }

  synchronized Schema schema() {
    if (schema == null) {
      schema = look.get();
    }
    return schema;
  }
}
