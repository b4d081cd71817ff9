package dev.manta.djl.internal.train;

import ai.djl.training.optimizer.Optimizer;
import dev.manta.djl.internal.train.TrainedModel.NamedParameter;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;

/// How many updates an optimizer has made, over all and of each parameter: what schedules of
/// learning rates and Adam's corrections go by.
final class UpdateCounts {
  private final Optimizer optimizer;
  private final Field newest;
  private final Map<String, Integer> byParameter;
  private final List<String> parameters;
  private final long[] numbers;

  private UpdateCounts(
      Optimizer optimizer,
      Field newest,
      Map<String, Integer> byParameter,
      List<String> parameters) {
    this.optimizer = optimizer;
    this.newest = newest;
    this.byParameter = byParameter;
    this.parameters = parameters;
    this.numbers = new long[parameters.size() + 1];
  }

  @SuppressWarnings("unchecked") // DJL says so
  static UpdateCounts of(Optimizer optimizer, TrainedModel model) {
    Map<String, Integer> counts = (Map<String, Integer>) value(optimizer, field("updateCounts"));
    List<String> parameters =
        model.trained().stream().map(NamedParameter::parameter).map(each -> each.getId()).toList();
    var all = new UpdateCounts(optimizer, field("numUpdate"), counts, parameters);
    all.read();
    return all;
  }

  private static Field field(String name) {
    try {
      return Optimizer.class.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw unknown(e);
    }
  }

  /// What a private field of an optimizer holds.
  static Object value(Optimizer optimizer, Field field) {
    try {
      field.setAccessible(true);
      return field.get(optimizer);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw unknown(e);
    }
  }

  private static MantaException unknown(Exception e) {
    return new MantaException(
        ErrorCode.USER,
        "the state of DJL's optimizers cannot be reached in this version of DJL ("
            + e
            + "); use the version that Manta brings",
        e);
  }

  /// The numbers as they were read, or are to be written: those of all parameters after the
  /// highest.
  long[] numbers() {
    return numbers;
  }

  /// Takes the numbers from the optimizer.
  void read() {
    numbers[0] = (Integer) value(optimizer, newest);
    for (int i = 0; i < parameters.size(); i++) {
      numbers[i + 1] = byParameter.getOrDefault(parameters.get(i), 0);
    }
  }

  /// Gives the numbers to the optimizer.
  void write() {
    set((int) numbers[0]);
    for (int i = 0; i < parameters.size(); i++) {
      if (numbers[i + 1] > 0) {
        byParameter.put(parameters.get(i), (int) numbers[i + 1]);
      } else {
        byParameter.remove(parameters.get(i));
      }
    }
  }

  /// An update of this parameter never was.
  void forget(String parameter) {
    byParameter.remove(parameter);
    set((int) numbers[0]);
  }

  private void set(int highest) {
    try {
      newest.setInt(optimizer, highest);
    } catch (IllegalAccessException e) {
      throw unknown(e);
    }
  }
}
