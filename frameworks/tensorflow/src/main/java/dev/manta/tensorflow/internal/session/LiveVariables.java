package dev.manta.tensorflow.internal.session;

import dev.manta.spi.tensors.TensorType;
import dev.manta.tensorflow.internal.TensorMemory;
import dev.manta.tensorflow.internal.graph.ModelVariable;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;

/// The variables of a graph, those of optimizers included, and how many steps each optimizer has
/// made, as live state. TensorFlow keeps variables in memory of its own, so parts are copies, read
/// when they are asked for and written back when they were restored.
public final class LiveVariables implements InPlace {
  private static final long ALIGNMENT = 64;
  private static final String STEPS = "manta/steps";

  private final TensorflowSession session;
  private final List<ModelVariable> variables;
  private final List<Training> trainings;
  private final List<Part> parts = new ArrayList<>();
  private final MemorySegment all;
  private final MemorySegment steps;

  LiveVariables(
      TensorflowSession session,
      List<ModelVariable> variables,
      List<Training> trainings,
      Arena arena) {
    this.session = session;
    this.variables = List.copyOf(variables);
    this.trainings = List.copyOf(trainings);
    long bytes = variables.stream().mapToLong(each -> aligned(bytes(each))).sum();
    all = arena.allocate(Math.max(1, bytes), ALIGNMENT);
    steps = arena.allocate(ValueLayout.JAVA_LONG, Math.max(1, trainings.size()));
    layOut();
  }

  private static long aligned(long bytes) {
    return Math.ceilDiv(bytes, ALIGNMENT) * ALIGNMENT;
  }

  private static long bytes(ModelVariable variable) {
    return variable.shape().size() * TensorType.of(variable.type()).bytes();
  }

  private void layOut() {
    long at = 0;
    for (ModelVariable each : variables) {
      List<Long> shape = LongStream.of(each.shape().asArray()).boxed().toList();
      parts.add(new Part(each.name(), each.type(), shape, all.asSlice(at, bytes(each))));
      at += aligned(bytes(each));
    }
    long counts = steps.byteSize() / Long.BYTES;
    parts.add(new Part(STEPS, "I64", List.of(counts), steps));
  }

  @Override
  public List<Part> parts() {
    read();
    return List.copyOf(parts);
  }

  /// A step is the run's commit if there is one kind of them.
  @Override
  public List<Part> restless() {
    return session.changesOnlyInCommits() ? List.of() : parts();
  }

  @Override
  public void restored() {
    write();
    for (int i = 0; i < trainings.size(); i++) {
      trainings.get(i).standsAt(steps.getAtIndex(ValueLayout.JAVA_LONG, i));
    }
  }

  /// All values one after the other, as they were read last.
  MemorySegment values() {
    return all;
  }

  /// Copies the variables' values out of the session.
  void read() {
    for (int i = 0; i < trainings.size(); i++) {
      steps.setAtIndex(ValueLayout.JAVA_LONG, i, trainings.get(i).steps());
    }
    if (variables.isEmpty()) {
      return;
    }
    Session.Runner runner = session.runner();
    variables.forEach(each -> runner.fetch(each.value()));
    try (Result values = runner.run()) {
      for (int i = 0; i < variables.size(); i++) {
        parts.get(i).memory().copyFrom(TensorMemory.of(values.get(i)));
      }
    }
  }

  /// Copies values into the session's variables.
  void write() {
    if (variables.isEmpty()) {
      return;
    }
    List<Tensor> given = new ArrayList<>();
    try {
      Session.Runner runner = session.runner();
      for (int i = 0; i < variables.size(); i++) {
        ModelVariable variable = variables.get(i);
        Tensor tensor = Tensor.of(variable.javaType(), variable.shape());
        given.add(tensor);
        TensorMemory.of(tensor).copyFrom(parts.get(i).memory());
        runner.feed(variable.given(), tensor).addTarget(variable.set());
      }
      runner.run().close();
    } finally {
      given.forEach(Tensor::close);
    }
  }

  /// What they are, a line for each.
  String outline() {
    StringBuilder text = new StringBuilder();
    variables.forEach(
        each -> text.append(each.name() + " " + each.type() + each.shape()).append('\n'));
    return text.toString();
  }
}
