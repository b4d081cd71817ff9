package dev.manta.djl.internal.train;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.manta.djl.internal.train.TrainedModel.NamedParameter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// One field of an optimizer: arrays by parameter and device.
///
/// @param name such as `means`
/// @param arrays the optimizer's own map
record OptimizerField(String name, Map<String, Map<Device, NDArray>> arrays) {
  /// Gives the optimizer its arrays for a model's parameters before it makes them itself.
  List<OptimizerSlot> slots(TrainedModel model, NDManager memory) {
    return model.trained().stream().map(each -> slot(each, memory)).toList();
  }

  private OptimizerSlot slot(NamedParameter each, NDManager memory) {
    NDArray zeros = memory.zeros(each.array().getShape(), each.array().getDataType());
    Map<Device, NDArray> byDevice = new ConcurrentHashMap<>();
    byDevice.put(zeros.getDevice(), zeros);
    arrays.put(each.parameter().getId(), byDevice);
    return new OptimizerSlot(name + "." + each.name(), zeros);
  }
}
