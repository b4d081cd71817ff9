package dev.manta.internal.wire;

import dev.manta.internal.loop.LoopSpec;
import java.util.List;
import java.util.Map;

/// What the controller says.
public sealed interface ToWorker {
  /// The answer to a hello.
  record Welcome(long orphanMillis, long pingMillis) implements ToWorker {}

  /// Prepare to be a rank of an attempt: answer with `Ready`.
  record Join(int attempt, Place place, RunFacts run, Start start, LoopSpec loop)
      implements ToWorker {}

  /// Where a rank sits.
  record Place(
      int rank,
      int size,
      int localRank,
      int localSize,
      int nodeRank,
      String node,
      String device,
      int threads) {}

  /// What is equal for all ranks.
  ///
  /// @param name the run's name
  /// @param storage the location of the run's directory
  /// @param directory the run's local directory
  /// @param upload the upload mode's name
  /// @param pending how many uploads may be pending
  /// @param settings further facts of the run that are fixed at its start
  record RunFacts(
      String id,
      String name,
      String storage,
      String directory,
      String upload,
      int pending,
      Map<String, String> settings) {}

  /// Where an attempt begins: the checkpoint to go on from (empty for none), the step and epoch it
  /// stands for, and the checkpoints committed so far as JSON.
  record Start(String checkpoint, long step, int epoch, int ordinal, List<String> committed) {}

  /// All ranks are ready; `offers` is by rank. Enter the function.
  record Go(int attempt, List<String> offers) implements ToWorker {}

  /// Score a committed checkpoint: answer with `Returned` or `Failed`.
  record Validate(String checkpoint, RunFacts run, LoopSpec function) implements ToWorker {}

  /// Reports up to this sequence are durable.
  record Ack(long sequence) implements ToWorker {}

  /// A checkpoint exists now; `committed` is its record as JSON.
  record Committed(int attempt, int ordinal, String committed) implements ToWorker {}

  /// A checkpoint was given up; the one before stands.
  record NotCommitted(int attempt, int ordinal, String why) implements ToWorker {}

  /// A stop was asked for. With `atStep` 0 it takes effect through the collectives' control word;
  /// else before that step.
  record Stop(int attempt, long atStep) implements ToWorker {}

  /// Leave the function: the attempt is over.
  record Abort(int attempt, String why) implements ToWorker {}

  /// Say where your threads are.
  record Dump(int attempt) implements ToWorker {}

  /// Answer with `Pong`.
  record Ping(long id) implements ToWorker {}

  /// End the process with status 0.
  record Leave() implements ToWorker {}
}
