package dev.manta.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.nn.Golden.Sample;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Computes a case as `parity.py` does, and compares.
final class Parity {
  private static final double TOLERANCE = 1e-5;

  private Parity() {}

  static Map<String, Tensor> compute(ParityCases.Case given) {
    Module module = given.module().get();
    Fill.module(module);
    Tensor x = given.input().get();
    if (x.is_floating_point()) {
      x.set_requires_grad(true);
    }
    Tensor out = given.forward().apply(module).apply(x);
    out.mul(Fill.tensor(91, out.shape())).sum().backward();
    return values(module, x, out);
  }

  private static Map<String, Tensor> values(Module module, Tensor x, Tensor out) {
    Map<String, Tensor> values = new LinkedHashMap<>();
    values.put("output", out);
    if (x.requires_grad()) {
      values.put("input.grad", x.grad());
    }
    module
        .namedParameters()
        .forEach((name, parameter) -> values.put(name + ".grad", gradient(parameter)));
    module.namedBuffers().forEach((name, buffer) -> putFloats(values, name, buffer));
    return values;
  }

  private static Tensor gradient(Tensor parameter) {
    return parameter.grad().defined() ? parameter.grad() : torch.zeros_like(parameter);
  }

  private static void putFloats(Map<String, Tensor> values, String name, Tensor buffer) {
    if (buffer.is_floating_point()) {
      values.put(name, buffer);
    }
  }

  static void compare(Map<String, Tensor> ours, Map<String, Sample> pythons) {
    assertThat(ours.keySet()).containsExactlyInAnyOrderElementsOf(pythons.keySet());
    pythons.forEach(
        (name, sample) -> compare(name, Objects.requireNonNull(ours.get(name)), sample));
  }

  private static void compare(String name, Tensor ours, Sample python) {
    assertThat(ours.shape()).as(name).containsExactly(python.shape());
    float[] values = Values.of(ours);
    double size = 1;
    double difference = 0;
    for (int i = 0; i < python.values().length; i++) {
      size = Math.max(size, Math.abs(python.values()[i]));
      difference = Math.max(difference, Math.abs(values[i * python.step()] - python.values()[i]));
    }
    assertThat(difference / size).as("difference of " + name).isLessThan(TOLERANCE);
  }
}
