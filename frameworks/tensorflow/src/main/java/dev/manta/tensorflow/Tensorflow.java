package dev.manta.tensorflow;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.tensorflow.internal.graph.FirstValues;
import dev.manta.tensorflow.internal.graph.NamedVariable;
import dev.manta.tensorflow.internal.model.ModelFiles;
import dev.manta.tensorflow.internal.session.TensorflowSession;
import dev.manta.tensorflow.internal.session.TensorflowSessions;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.Live;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Session;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.family.TType;

/// TensorFlow for one training function: a graph and its session, whose gradients are averaged over
/// ranks, and whose native memory is freed when the function ends.
///
/// There is one per context. Its graph is built once, in the same way on every rank; then steps run
/// it.
public final class Tensorflow {
  private final TrainContext<?> ctx;
  private final TensorflowSession session;

  private Tensorflow(TrainContext<?> ctx) {
    this.ctx = ctx;
    this.session = TensorflowSessions.of(ctx);
  }

  /// TensorFlow for this function.
  public static Tensorflow of(TrainContext<?> ctx) {
    return new Tensorflow(ctx);
  }

  /// Makes random numbers a function of this seed: first values of [#weights], and what [#dropout]
  /// drops. Call it first.
  public Tensorflow seed(long seed) {
    session.seed(seed);
    return this;
  }

  /// Operators of TensorFlow, which are added to the graph.
  public Ops ops() {
    return session.ops();
  }

  /// The graph.
  public Graph graph() {
    return session.graph();
  }

  /// The session, for what is not here. Variables change by steps only: what is assigned otherwise
  /// is not part of a commit.
  public Session session() {
    return session.session();
  }

  /// An input of the graph that the column of this name is fed to, rows in the first dimension.
  ///
  /// @param rowShape the shape of a row; nothing for one number
  public <T extends TType> Placeholder<T> input(String name, Class<T> type, long... rowShape) {
    return session.inputs().make(ops(), name, type, rowShape);
  }

  /// An input of the graph that columns of numbers are fed to, side by side in each row.
  public Placeholder<TFloat32> features(String name, List<String> columns) {
    return session.inputs().make(ops(), name, columns);
  }

  /// A variable of weights of this shape, such as `dense/kernel`, with Glorot's uniform first
  /// values, which follow from seed and name.
  public Variable<TFloat32> weights(String name, long... shape) {
    Ops first = ops().withInitScope();
    return NamedVariable.of(graph(), name, FirstValues.glorot(first, session.seed(), name, shape));
  }

  /// A variable of zeros of this shape, such as `dense/bias`.
  public Variable<TFloat32> zeros(String name, long... shape) {
    return NamedVariable.of(graph(), name, FirstValues.zeros(ops().withInitScope(), shape));
  }

  /// Sets this share of the numbers to 0 while a step trains, others on each rank and at each step;
  /// passes them on as they are elsewhere.
  public Operand<TFloat32> dropout(Operand<TFloat32> values, double rate) {
    if (!(rate >= 0 && rate < 1)) {
      throw new IllegalArgumentException("rate " + rate + " is not from 0 to below 1");
    }
    return session.dropout(values, rate);
  }

  /// Adds to the graph what trains variables so that the loss gets smaller, gives every rank rank
  /// 0's first values, and returns the step that does it. Every rank calls it.
  ///
  /// @param loss one number, the mean over the rows that are fed
  public Step minimize(Operand<TFloat32> loss, Optimizer optimizer) {
    return minimize(loss, optimizer, List.of());
  }

  /// The same for some of the variables only.
  public Step minimize(
      Operand<TFloat32> loss, Optimizer optimizer, List<? extends Operand<TFloat32>> variables) {
    var training = session.minimize(loss, optimizer, variables);
    return new Step(ctx, session, training, optimizer.learningRate());
  }

  /// Takes the graph of a SavedModel that trains by signatures, such as Keras in Python writes, in
  /// place of an empty one. Call it first.
  public Tensorflow load(Path savedModel) {
    session.load(savedModel);
    return this;
  }

  /// The step of a SavedModel that was loaded.
  ///
  /// @param gradients the signature that takes columns by their names, and returns their mean
  ///   `loss`, and all gradients as one vector, `gradient`
  /// @param update the signature that takes such a `gradient`, which is the mean over all ranks,
  ///   and perhaps a `learning_rate`, and changes the variables
  public Step train(String gradients, String update) {
    return new Step(ctx, session, session.train(gradients, update), 0);
  }

  /// What a signature of a SavedModel that was loaded computes: a number to be tallied.
  public Operand<TFloat32> result(String signature, String output) {
    return session.result(signature, output).expect(TFloat32.class);
  }

  /// All variables, with those of optimizers and how many steps were made: `ctx.live("variables",
  /// tf.variables())`. Call it when the graph is complete.
  public Live variables() {
    return session.live();
  }

  /// Means of these numbers over the rows of all ranks.
  ///
  /// @param means numbers of the graph by name, each the mean over the rows that are fed
  public Tally tally(Map<String, ? extends Operand<TFloat32>> means) {
    return new Tally(ctx, session, means);
  }

  /// Goes over a pass of a dataset, which it closes, and returns the means of these numbers over
  /// the rows of all ranks. Every rank calls it.
  public Metrics evaluate(Batches<Batch> pass, Map<String, ? extends Operand<TFloat32>> means) {
    Tally tally = tally(means);
    try (pass) {
      pass.forEach(tally::add);
    }
    return tally.metrics();
  }

  /// Says that the graph predicts this: every checkpoint can then answer by a [Predictor]. Call it
  /// before [#variables].
  public <T extends TType> Operand<T> output(String name, Operand<T> value) {
    session.output(name, value.asOutput());
    return value;
  }

  /// A checkpoint of all live state, as `ctx.snapshot()` takes it, with a SavedModel of what the
  /// outputs need in its directory `saved_model`, for Python's `tf.saved_model.load` and TensorFlow
  /// Serving. Take it after a step. Every rank calls it.
  public Checkpoint snapshot() {
    Checkpoint snapshot = ctx.snapshot();
    if (ctx.rank() == 0) {
      export(snapshot.location().localPath().resolve(ModelFiles.WITHIN));
    }
    return snapshot;
  }

  /// Writes a SavedModel of what the outputs need, without gradients and optimizers, into a
  /// directory.
  public void export(Path directory) {
    session.export(directory);
  }
}
