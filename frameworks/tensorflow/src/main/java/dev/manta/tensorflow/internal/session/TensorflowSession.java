package dev.manta.tensorflow.internal.session;

import dev.manta.data.Batch;
import dev.manta.tensorflow.internal.Threads;
import dev.manta.tensorflow.internal.graph.GradientVector;
import dev.manta.tensorflow.internal.graph.InferenceGraph;
import dev.manta.tensorflow.internal.graph.MissingGradients;
import dev.manta.tensorflow.internal.graph.ModelVariable;
import dev.manta.tensorflow.internal.graph.Update;
import dev.manta.tensorflow.internal.model.ModelFiles;
import dev.manta.tensorflow.internal.model.TrainableModel;
import dev.manta.tensorflow.internal.model.TrainedModel;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.types.TFloat32;

/// What one training function has of TensorFlow: a graph and its session, what is trained in it,
/// and everything to free when it ends.
public final class TensorflowSession implements AutoCloseable {
  private static final String OWN = "manta";

  private final TrainContext<?> ctx;
  private final int attempt;
  private Graph graph = new Graph();
  private Session session = new Session(graph, Threads.settings());
  private @Nullable TrainableModel loaded;
  private final Arena arena = Arena.ofShared();
  private final Inputs inputs = new Inputs();
  private final Map<String, Output<?>> outputs = new LinkedHashMap<>();
  private final Map<String, ModelVariable> variables = new LinkedHashMap<>();
  private final Set<String> slots = new HashSet<>();
  private final Set<String> fed = new HashSet<>();
  private final List<Tensor> owned = new ArrayList<>();
  private final List<Training> trainings = new ArrayList<>();
  private @Nullable LiveVariables live;
  private @Nullable Randomness randomness;
  private long seed;
  private boolean closed;

  /// @param attempt that of the context, which is not over: what is made here would not be closed
  TensorflowSession(TrainContext<?> ctx, int attempt) {
    MissingGradients.add();
    this.ctx = ctx;
    this.attempt = attempt;
  }

  /// Throws where the attempt is over.
  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "this graph belongs to attempt %s, which is over, and is freed: call Tensorflow.of(ctx) in the training function, and keep nothing of it in static fields"
              .formatted(attempt));
    }
  }

  public Graph graph() {
    requireOpen();
    return graph;
  }

  public Session session() {
    requireOpen();
    return session;
  }

  /// Operators that users add to the graph.
  public Ops ops() {
    return Ops.create(graph());
  }

  /// Takes the graph of a SavedModel in place of an empty one.
  public void load(Path directory) {
    if (graph().operations().hasNext() || loaded != null) {
      throw new IllegalStateException(
          "the graph has operations already: call tf.load(…) before anything is added to it");
    }
    TrainableModel model = TrainableModel.read(directory);
    session.close();
    graph.close();
    graph = model.graph();
    session = model.session();
    loaded = model;
    for (ModelVariable each : model.variables(own())) {
      variables.put(each.name(), each);
    }
  }

  private TrainableModel loaded() {
    TrainableModel model = loaded;
    if (model == null) {
      throw new IllegalStateException("there are no signatures: call tf.load(savedModel) first");
    }
    return model;
  }

  /// Trains by signatures of the SavedModel.
  public Training train(String gradients, String update) {
    requireNotLive();
    Training training = new SignatureTraining(this, loaded(), gradients, update);
    inputsOf(gradients);
    return train(training);
  }

  /// What a signature of the SavedModel computes.
  public Output<?> result(String signature, String output) {
    Map<String, TensorInfo> known = loaded().signature(signature).getOutputsMap();
    TensorInfo place = known.get(output);
    if (place == null) {
      throw new IllegalArgumentException(
          "signature \"%s\" has no output \"%s\"; it has %s"
              .formatted(signature, output, new TreeSet<>(known.keySet())));
    }
    inputsOf(signature);
    return graph().outputOrThrow(place.getName());
  }

  private void inputsOf(String signature) {
    if (fed.add(signature)) {
      inputs.add(graph(), loaded().signature(signature));
    }
  }

  /// Something to be run; variables that are new have their first values before.
  Session.Runner runner() {
    return session().runner();
  }

  /// The inputs that columns are for.
  public Inputs inputs() {
    return inputs;
  }

  /// Says what the graph predicts.
  public void output(String name, Output<?> value) {
    if (live != null) {
      throw new IllegalStateException(
          "live state has the graph already: call tf.output(…) before ctx.live(…, tf.variables())");
    }
    outputs.put(name, value);
  }

  /// Random numbers are a function of this seed from now on.
  public void seed(long newSeed) {
    seed = newSeed;
  }

  /// What random numbers are a function of.
  public long seed() {
    return seed;
  }

  /// Drops a share of the numbers while a step trains.
  public Operand<TFloat32> dropout(Operand<TFloat32> values, double rate) {
    if (randomness == null) {
      randomness = new Randomness(own());
    }
    return randomness.dropout(own(), values, rate);
  }

  /// Feeds what the next step draws its random numbers from.
  void randomness(Feeds feeds, long step) {
    if (randomness != null) {
      randomness.feed(feeds, seed, step, ctx.rank());
    }
  }

  /// Operators of Manta's own.
  Ops own() {
    return ops().withSubScope(OWN);
  }

  /// A batch's columns for the inputs.
  public Feeds feeds(Batch batch) {
    requireOpen();
    return inputs.feeds(batch);
  }

  /// Adds what trains variables by a loss; where none are given, all that there are.
  public Training minimize(
      Operand<TFloat32> loss, Optimizer optimizer, List<? extends Operand<TFloat32>> chosen) {
    requireNotLive();
    List<Operand<TFloat32>> trained =
        chosen.isEmpty() ? trainable() : List.<Operand<TFloat32>>copyOf(chosen);
    GradientVector gradients = GradientVector.of(graph(), own(), loss, trained);
    Set<String> before = made();
    String ending = trainings.isEmpty() ? "" : "_" + trainings.size();
    var own = new Update.Slots(graph(), ops().withInitScope(), ending);
    Update update = Update.of(own(), own, optimizer, gradients.variables());
    slots.addAll(made());
    slots.removeAll(before);
    return train(new GraphTraining(this, gradients, update, optimizer));
  }

  private void requireNotLive() {
    if (live != null) {
      throw new IllegalStateException(
          "live state has the variables already: call tf.minimize(…), which adds those of the"
              + " optimizer, before ctx.live(…, tf.variables())");
    }
  }

  private List<Operand<TFloat32>> trainable() {
    List<Operand<TFloat32>> all = new ArrayList<>();
    for (GraphOperation each : ModelVariable.made(graph())) {
      if (!slots.contains(each.name()) && TFloat32.class.isAssignableFrom(each.output(0).type())) {
        all.add(each.<TFloat32>output(0));
      }
    }
    if (all.isEmpty()) {
      throw new IllegalArgumentException(
          "there is nothing to train: make variables first, with tf.weights(name, shape…) or"
              + " ops.variable(values)");
    }
    return all;
  }

  private Set<String> made() {
    Set<String> names = new LinkedHashSet<>();
    ModelVariable.made(graph()).forEach(each -> names.add(each.name()));
    return names;
  }

  private Training train(Training training) {
    trainings.add(training);
    try (Arena memory = Arena.ofConfined()) {
      InitialValues.spread(ctx, variables(memory));
    }
    return training;
  }

  /// All variables that there are now, and how many steps were made, as live state.
  public LiveVariables live() {
    if (live == null) {
      live = variables(arena);
      if (loaded == null) {
        byte[] graph = InitialValues.of(ctx, 0, inference().toByteArray());
        ctx.live(ModelFiles.GRAPH, new LiveGraph(graph));
      }
    }
    return live;
  }

  private LiveVariables variables(Arena memory) {
    for (GraphOperation each : ModelVariable.made(graph())) {
      if (!variables.containsKey(each.name())) {
        variables.put(each.name(), ModelVariable.reference(own(), each));
      }
    }
    return new LiveVariables(this, List.copyOf(variables.values()), trainings, memory);
  }

  /// Writes what the outputs need as a SavedModel.
  public void export(Path directory) {
    if (loaded != null) {
      loaded.write(directory);
      return;
    }
    if (outputs.isEmpty()) {
      throw new IllegalStateException(
          "there is nothing to export: say what the graph predicts, with tf.output(name, value)");
    }
    try (Arena memory = Arena.ofConfined()) {
      Map<String, MemorySegment> values = new HashMap<>();
      variables(memory).parts().forEach(part -> values.put(part.name(), part.memory()));
      try (TrainedModel model = TrainedModel.of(inference(), values)) {
        model.write(directory);
      }
    }
  }

  /// What the outputs need.
  private MetaGraphDef inference() {
    return InferenceGraph.of(graph(), inputs.all(), outputs);
  }

  /// Whether a step is the run's commit: there is one kind of them.
  public boolean commitsAlone() {
    return trainings.size() == 1;
  }

  /// Whether variables change in commits and nowhere else. What Python wrote may change some, such
  /// as the state of random numbers, when it computes gradients.
  boolean changesOnlyInCommits() {
    return commitsAlone() && loaded == null;
  }

  /// Throws, on every rank, where variables are not the same on all of them.
  public void requireReplicas() {
    if (ctx.worldSize() > 1) {
      try (Arena memory = Arena.ofConfined()) {
        InitialValues.requireEqual(ctx, variables(memory));
      }
    }
  }

  /// What the graph computes of these feeds; the caller closes it.
  public Result run(Feeds feeds, List<? extends Operand<?>> fetched) {
    Session.Runner runner = feeds.into(runner());
    fetched.forEach(runner::fetch);
    return runner.run();
  }

  /// A tensor that is freed with the session.
  public <T extends Tensor> T own(T tensor) {
    owned.add(tensor);
    return tensor;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      owned.forEach(Tensor::close);
      TrainableModel model = loaded;
      if (model == null) {
        session.close();
        graph.close();
      } else {
        model.close();
      }
      arena.close();
    }
  }
}
