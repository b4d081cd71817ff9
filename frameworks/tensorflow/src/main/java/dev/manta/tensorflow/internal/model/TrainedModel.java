package dev.manta.tensorflow.internal.model;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tensorflow.internal.Natives;
import dev.manta.tensorflow.internal.TensorMemory;
import dev.manta.tensorflow.internal.Threads;
import dev.manta.tensorflow.internal.graph.ModelVariable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Session;
import org.tensorflow.Signature;
import org.tensorflow.Tensor;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.SignatureDef;

/// A graph for inference with the values of its variables, ready to answer or to be written.
public final class TrainedModel implements AutoCloseable {
  private final Graph graph;
  private final Session session;
  private final SignatureDef signature;
  private final AutoCloseable owner;

  private TrainedModel(Graph graph, Session session, SignatureDef signature, AutoCloseable owner) {
    this.graph = graph;
    this.session = session;
    this.signature = signature;
    this.owner = owner;
  }

  /// A model in memory.
  ///
  /// @param values those of the variables, by name
  public static TrainedModel of(MetaGraphDef model, Map<String, MemorySegment> values) {
    Natives.load();
    Graph graph = new Graph();
    Session session = new Session(graph, Threads.settings());
    var trained =
        new TrainedModel(
            graph,
            session,
            model.getSignatureDefOrThrow(Signature.DEFAULT_KEY),
            () -> {
              session.close();
              graph.close();
            });
    try {
      graph.importGraphDef(model.getGraphDef());
      trained.assign(values);
      return trained;
    } catch (RuntimeException e) {
      trained.close();
      throw e;
    }
  }

  /// One that was loaded; both are closed together.
  static TrainedModel of(SavedModelBundle bundle) {
    SignatureDef served = bundle.metaGraphDef().getSignatureDefMap().get(Signature.DEFAULT_KEY);
    if (served == null) {
      List<String> there =
          bundle.metaGraphDef().getSignatureDefMap().keySet().stream().sorted().toList();
      bundle.close();
      throw new IllegalArgumentException(
          "the SavedModel has no signature \"%s\", only %s"
              .formatted(Signature.DEFAULT_KEY, there));
    }
    return new TrainedModel(bundle.graph(), bundle.session(), served, bundle);
  }

  private void assign(Map<String, MemorySegment> values) {
    Ops ops = Ops.create(graph).withSubScope("manta");
    Session.Runner runner = session.runner();
    List<Tensor> given = new ArrayList<>();
    try {
      for (GraphOperation each : ModelVariable.made(graph)) {
        ModelVariable variable = ModelVariable.reference(ops, each);
        MemorySegment value = values.get(variable.name());
        if (value == null) {
          throw new IllegalArgumentException(
              "there is no value of variable \"%s\", only of %s"
                  .formatted(variable.name(), values.keySet().stream().sorted().toList()));
        }
        Tensor tensor = Tensor.of(variable.javaType(), variable.shape());
        given.add(tensor);
        TensorMemory.of(tensor).copyFrom(value);
        runner.feed(variable.given(), tensor).addTarget(variable.set());
      }
      if (!given.isEmpty()) {
        runner.run().close();
      }
    } finally {
      given.forEach(Tensor::close);
    }
  }

  public Graph graph() {
    return graph;
  }

  public Session session() {
    return session;
  }

  /// How its inputs and outputs are called.
  public SignatureDef signature() {
    return signature;
  }

  /// Writes it as a SavedModel.
  public void write(Path directory) {
    Signature.Builder named = Signature.builder();
    signature
        .getInputsMap()
        .forEach((name, at) -> named.input(name, graph.outputOrThrow(at.getName())));
    signature
        .getOutputsMap()
        .forEach((name, at) -> named.output(name, graph.outputOrThrow(at.getName())));
    try {
      SavedModelBundle.exporter(directory.toString())
          .withSession(session)
          .withSignature(named.build())
          .export();
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "the SavedModel cannot be written to " + directory + ": " + e, e);
    }
  }

  @Override
  public void close() {
    try {
      owner.close();
    } catch (Exception e) {
      throw new IllegalStateException("a model cannot be closed", e);
    }
  }
}
