package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Schema;
import dev.manta.internal.data.rows.CommonSchema;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The columns that several datasets have together, found out once somebody asks.
public final class SharedSchema {
  private static final int UNITS_MAX = 16;

  private final List<Unit> witnesses;
  private final Supplier<Schema> look;
  private @Nullable Schema schema;

  private SharedSchema(List<Unit> witnesses, Supplier<Schema> look) {
    this.witnesses = witnesses;
    this.look = look;
  }

  /// Those that the first rows of each have.
  public static SharedSchema of(List<List<Unit>> inputs, UnitReading reading) {
    List<Unit> first =
        inputs.stream().filter(units -> !units.isEmpty()).map(List::getFirst).toList();
    return new SharedSchema(
        first,
        () -> {
          var common = new CommonSchema();
          inputs.forEach(units -> addFirst(units, reading, common));
          return common.schema();
        });
  }

  private static void addFirst(List<Unit> units, UnitReading reading, CommonSchema to) {
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
  SharedSchema only(List<String> names) {
    return new SharedSchema(
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
