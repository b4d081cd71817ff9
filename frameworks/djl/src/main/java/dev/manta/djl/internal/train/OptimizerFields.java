package dev.manta.djl.internal.train;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.optimizer.Optimizer;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Where an optimizer keeps its state. DJL's keep it in private maps of one form, so it is found by
/// that form; an update of a single number shows which of the maps are in use.
final class OptimizerFields {
  private static final String FORM =
      "java.util.Map<java.lang.String, java.util.Map<ai.djl.Device, ai.djl.ndarray.NDArray>>";

  private static final String PROBE = "manta.probe";

  private OptimizerFields() {}

  /// The fields that are in use.
  static List<OptimizerField> of(Optimizer optimizer, NDManager memory, UpdateCounts counts) {
    List<OptimizerField> fields = declared(optimizer);
    try (NDManager scratch = memory.newSubManager()) {
      optimizer.update(PROBE, scratch.zeros(new Shape(1)), scratch.zeros(new Shape(1)));
      return fields.stream().filter(field -> isUsed(optimizer, field)).toList();
    } finally {
      counts.forget(PROBE);
    }
  }

  private static boolean isUsed(Optimizer optimizer, OptimizerField field) {
    Map<Device, NDArray> probed = field.arrays().remove(PROBE);
    if (probed == null) {
      return false;
    }
    for (NDArray each : probed.values()) {
      try (each) {
        if (each.getFloat() != 0) {
          throw refused(optimizer, field.name(), "begins at other values than 0 there");
        }
      }
    }
    return true;
  }

  private static List<OptimizerField> declared(Optimizer optimizer) {
    List<OptimizerField> fields = new ArrayList<>();
    Class<?> type = optimizer.getClass();
    while (type != Optimizer.class) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          add(optimizer, field, fields);
        }
      }
      type = Objects.requireNonNull(type.getSuperclass());
    }
    return fields;
  }

  private static void add(Optimizer optimizer, Field field, List<OptimizerField> fields) {
    Class<?> type = field.getType();
    if (field.getGenericType().getTypeName().equals(FORM)) {
      fields.add(new OptimizerField(field.getName(), arrays(optimizer, field)));
    } else if (NDArray.class.isAssignableFrom(type)
        || NDList.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)
        || Collection.class.isAssignableFrom(type)
        || type.isArray()) {
      throw refused(optimizer, field.getName(), "keeps a " + type.getSimpleName() + " there");
    }
  }

  @SuppressWarnings("unchecked") // the field's type is of that form
  private static Map<String, Map<Device, NDArray>> arrays(Optimizer optimizer, Field field) {
    return (Map<String, Map<Device, NDArray>>) UpdateCounts.value(optimizer, field);
  }

  private static IllegalArgumentException refused(Optimizer optimizer, String field, String why) {
    return new IllegalArgumentException(
        "the state of optimizer %s cannot be checkpointed: its field \"%s\" %s. Keep state in fields of type Map<String, Map<Device, NDArray>>, made by withDefaultState(…) of zeros, as DJL's optimizers do"
            .formatted(optimizer.getClass().getName(), field, why));
  }
}
