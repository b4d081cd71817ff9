package dev.manta.train;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Collectives;
import dev.manta.data.Shard;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedText;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What a training function sees: its config, its place among the ranks, and everything it may tell
/// or ask the run.
///
/// One per attempt, used by the thread that the function runs on. When the attempt is over every
/// method throws.
public interface TrainContext<C> {
  /// The config record that the trainer was given.
  C config();

  /// How many ranks there are.
  int worldSize();

  /// This worker's rank, from 0.
  int rank();

  /// This worker's place among those on the same node, from 0.
  int localRank();

  /// How many workers are on this node.
  int localSize();

  /// The node's place among the run's nodes, from 0.
  int nodeRank();

  /// Which attempt this is, from 1.
  int attempt();

  /// The device this worker was given: `cpu`, or `cuda:0`, the first one that it sees. It sees
  /// those that it asked for and no others.
  String device();

  /// The run's name.
  String runName();

  /// Where the run's directory lies.
  String storage();

  /// Writes into this worker's log.
  System.Logger logger();

  /// The last committed checkpoint, after a failure, a stop or a kill, or what the trainer was told
  /// to start from. Live state may be newer, as it comes from the memory of survivors where there
  /// are any: a function that uses both keeps what must agree in live state.
  Optional<Checkpoint> checkpoint();

  /// The checkpoints that are committed and kept, oldest first.
  List<ReportedCheckpoint> reportedCheckpoints();

  /// Keeps metrics. Any rank, at any rate; costs microseconds; survives the death of this worker.
  /// Waits while the driver's disk is far behind; a report above 16 MB is refused.
  void report(Metrics metrics);

  /// Keeps metrics and a checkpoint, uploaded as the run's [CheckpointConfig] says.
  void report(Metrics metrics, Checkpoint checkpoint);

  /// Keeps metrics and a checkpoint, uploaded as said here.
  void report(Metrics metrics, Checkpoint checkpoint, Upload upload);

  /// Keeps an image, a histogram, a text or a table beside the metrics, of up to 4 MB. Any rank; it
  /// belongs to the step that the rank's next report makes, and of two with one name and step the
  /// last one stays. Storing continues in the background: what is on its way is lost with the
  /// worker, and where storage fails training continues, with a warning.
  ///
  /// @param name such as `samples` or `weights/layer-1`; with one name goes one kind
  void log(String name, Logged what);

  /// Keeps a text beside the metrics.
  default void log(String name, String text) {
    log(name, new LoggedText(text));
  }

  /// Registers state and restores it if there is something to resume from: from a rank that holds
  /// the newest commit in its memory, or else from the last checkpoint. Names and their order must
  /// be the same in every attempt and on every rank. A plain value goes into a [LiveValue].
  TrainContext<C> live(String name, Live state);

  /// Registers an array; it is restored in place.
  TrainContext<C> live(String name, float[] values);

  /// Registers an array; it is restored in place.
  TrainContext<C> live(String name, double[] values);

  /// Registers an array; it is restored in place.
  TrainContext<C> live(String name, int[] values);

  /// Registers an array; it is restored in place.
  TrainContext<C> live(String name, long[] values);

  /// Registers an array; it is restored in place.
  TrainContext<C> live(String name, byte[] values);

  /// Registers sharded state: each rank holds its own part, such as its share of an optimizer's
  /// moments, and restores it. At each commit a copy goes to a neighbour, on another node where
  /// there is one: whoever dies, its shard comes from there. Where a rank and the one that keeps
  /// its copy are lost at once, the run resumes from the last checkpoint.
  ///
  /// Names and their order must be the same on every rank; sizes may differ. With shards all live
  /// state is copied at each commit. Runs of `workers(min, max)` refuse shards.
  TrainContext<C> liveShard(String name, Live shard);

  /// Registers this rank's part of an array; it is restored in place.
  TrainContext<C> liveShard(String name, float[] values);

  /// Registers this rank's part of an array; it is restored in place.
  TrainContext<C> liveShard(String name, double[] values);

  /// A checkpoint of all live state. Call it on every rank: rank 0 writes, as replicas are equal;
  /// with shards every rank writes its own part. Reported within a step of [#steps] it is stored at
  /// the end of that step, as the state is then; a run that resumes from it begins with the next.
  Checkpoint snapshot();

  /// The epochs still to do, from where the run stands. A checkpoint reported within an epoch
  /// counts that epoch as done, unless it is marked [Checkpoint#midEpoch]. Ends early, on every
  /// rank at the same epoch, when a stop is asked for.
  Iterable<Integer> epochs(int count);

  /// The steps still to do, from where the run stands, counted from 0. Within [#epochs] they are
  /// those of the epoch, also when it is resumed in its middle: a checkpoint reported within such a
  /// step is [Checkpoint#midEpoch]. Elsewhere they are those of the whole run, which counts its
  /// commits.
  ///
  /// Each ends with a commit: made when the loop comes back for the next, unless it has made one
  /// itself; one that is left by `break` or `return` counts as done. Ends early, on every rank at
  /// the same step, when a stop is asked for.
  Iterable<Long> steps(long count);

  /// Commits: when a worker is lost from here on, the run resumes from the live state as it is now.
  /// Nothing is written to disk; live state is copied in memory. Call it on every rank. [#epochs]
  /// and [#steps] do it at the end of each; an epoch that is under way is entered again.
  ///
  /// When a stop is asked for, a function that makes two commits without asking ([#stopRequested],
  /// [#epochs], [#steps]) is left at the second one by an exception, and its live state is saved.
  void commit();

  /// Commits by a change of live state, which must not call Manta. Parts that change only so are
  /// not copied ([InPlace#restless]). A prepared optimizer's step does this.
  void commit(Runnable change);

  /// Says that a step begins: whatever the loop did since the last [#commit(Runnable)] belongs to
  /// that. Loaders call it before they hand out a batch.
  void beginStep();

  /// How many commits the run has made, over all attempts.
  long commits();

  /// Calls `action`, now, where what the function resumes from was made by another number of
  /// workers: to change what depends on it, such as a learning rate. Call it when live state is
  /// registered. Commits made since are of this number, so it is not called twice for one change:
  /// what is changed here must be live state, or the next failure undoes it.
  void onResize(Consumer<Resize> action);

  /// Whether workers will be taken away: all the ranks that were named in this attempt, and the
  /// deadline that comes first. Others take their places at the next commit. Ranks hear of it one
  /// after the other; for something that all do at the same step, agree on it with a collective.
  Optional<Preemption> preemption();

  /// Gives up the state as it is now, for example because a loss is NaN: the run resumes from its
  /// last checkpoint, or from the beginning where there is none, in a new attempt and the same
  /// processes. A checkpoint that is on its way to storage is waited for, for up to a minute. Does
  /// not return. Any rank may call it, or all. That uses no retry; the third time at the same
  /// commit the run fails.
  ///
  /// @param why for the control log
  void rollBack(String why);

  /// This rank's share of so many rows: for batches whose size over all ranks stays the same when
  /// the number of workers changes.
  int share(int rows);

  /// This rank's part of a dataset that the trainer was given. Its position is live state: it is in
  /// every snapshot, and a restarted function resumes behind the last batch that counted.
  Shard dataset(String name);

  /// Waits for all ranks.
  void barrier();

  /// Rank 0's value, on every rank. Numbers, strings, booleans, records, lists and maps of those.
  <T> T broadcast(T value);

  /// Operations over all ranks: sums, gathers, broadcasts of arrays.
  Collectives collectives();

  /// Whether the loop should finish its step and return. The same answer on every rank at the same
  /// point of the loop.
  boolean stopRequested();
}
