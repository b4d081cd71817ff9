package dev.manta.internal.wire;

import dev.manta.internal.loop.LoopSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the controller says.
public sealed interface ToWorker {
  /// The number of this message on the wire.
  int number();

  /// The attempt it belongs to; 0 for none.
  default int attempt() {
    return 0;
  }

  /// The number that travels in the header; 0 for none.
  default long sequence() {
    return 0;
  }

  /// Writes the fields that are not in the header.
  void write(FrameOut out);

  /// Calls the method that takes this message.
  void deliver(WorkerInbox to);

  /// The whole frame.
  default byte[] frame() {
    FrameOut out = new FrameOut(number(), attempt(), sequence(), 64);
    write(out);
    return out.done();
  }

  /// Reads a whole frame.
  static ToWorker read(byte[] frame) {
    return FromController.read(new FrameIn(frame));
  }

  /// The answer to a hello: the controller's term, how long a worker continues without one, and how
  /// often it is pinged.
  record Welcome(int term, long orphanMillis, long pingMillis) implements ToWorker {
    @Override
    public int number() {
      return FromController.WELCOME;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(term).i64(orphanMillis).i64(pingMillis);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.welcome(this);
    }
  }

  /// Prepare to be a rank of an attempt: answer with `Ready`.
  record Join(int attempt, Place place, RunFacts run, Start start, LoopSpec loop)
      implements ToWorker {
    @Override
    public int number() {
      return FromController.JOIN;
    }

    @Override
    public void write(FrameOut out) {
      place.write(out);
      run.write(out);
      start.write(out);
      writeLoop(loop, out);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.join(this);
    }
  }

  /// Where a rank sits.
  record Place(
      int rank,
      int size,
      int localRank,
      int localSize,
      int nodeRank,
      String node,
      String device,
      int threads) {
    void write(FrameOut out) {
      out.i32(rank).i32(size).i32(localRank).i32(localSize).i32(nodeRank);
      out.text(node).text(device).i32(threads);
    }

    static Place read(FrameIn in) {
      return new Place(
          in.i32(), in.i32(), in.i32(), in.i32(), in.i32(), in.text(), in.text(), in.i32());
    }
  }

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
      Map<String, String> settings) {
    /// What the names of settings that hold datasets begin with.
    public static final String DATASET = "dataset.";

    /// The setting that says over how many lanes ranks sum up.
    public static final String LANES = "lanes";

    /// The setting that says into how many lanes the rows of datasets are dealt: one for each
    /// worker where their number is fixed, so that all get as many.
    public static final String DATA_LANES = "dataLanes";

    /// The setting that says between which numbers of workers a run may change.
    public static final String ELASTIC = "elastic";

    /// The lowest level that workers log, where the run says so; also a variable of their
    /// environment.
    public static final String LOG_LEVEL = "MANTA_LOG_LEVEL";

    /// The setting that says, if it is there, that samples of files are chosen by absolute paths.
    public static final String SAMPLED_BY_ABSOLUTE_PATH = "sampledByAbsolutePath";

    /// The setting that holds what workers should find in storage, if they are to prove it.
    public static final String SHARED_MARK = "sharedMark";

    /// The setting that says how long storage may be away.
    public static final String STORAGE_PATIENCE = "storagePatience";

    public RunFacts {
      settings = Map.copyOf(settings);
    }

    /// Whether samples of files are chosen by absolute paths.
    public boolean sampledByAbsolutePath() {
      return settings.containsKey(SAMPLED_BY_ABSOLUTE_PATH);
    }

    void write(FrameOut out) {
      out.text(id).text(name).text(storage).text(directory).text(upload).i32(pending);
      out.texts(new TreeMap<>(settings));
    }

    static RunFacts read(FrameIn in) {
      return new RunFacts(
          in.text(), in.text(), in.text(), in.text(), in.text(), in.i32(), in.textsByKey());
    }
  }

  /// Where an attempt begins.
  ///
  /// @param checkpoint the newest one in storage; empty for none
  /// @param step how many reports were made up to where it begins, and `epoch` the first still to
  ///   do
  /// @param committed the checkpoints committed so far, as a control record says that; empty for
  ///   none
  /// @param commit the commit whose live state rank `source` holds in memory; 0 where it is to be
  ///   read from the checkpoint
  /// @param size how many ranks made that commit
  record Start(
      String checkpoint,
      long step,
      int epoch,
      int ordinal,
      String committed,
      long commit,
      int source,
      int size) {
    /// Begins with a checkpoint, or with nothing.
    public static Start at(String checkpoint, long step, int epoch, int ordinal, String committed) {
      return new Start(checkpoint, step, epoch, ordinal, committed, 0, 0, 0);
    }

    void write(FrameOut out) {
      out.text(checkpoint).i64(step).i32(epoch).i32(ordinal).text(committed);
      out.i64(commit).i32(source).i32(size);
    }

    static Start read(FrameIn in) {
      return new Start(
          in.text(), in.i64(), in.i32(), in.i32(), in.text(), in.i64(), in.i32(), in.i32());
    }
  }

  /// All ranks are ready; `offers` is by rank. Enter the function.
  record Go(int attempt, List<String> offers) implements ToWorker {
    public Go {
      offers = List.copyOf(offers);
    }

    @Override
    public int number() {
      return FromController.GO;
    }

    @Override
    public void write(FrameOut out) {
      out.texts(offers);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.go(this);
    }
  }

  /// The offers of all ranks, in rank order: form the group.
  record Gathered(int attempt, List<String> offers) implements ToWorker {
    public Gathered {
      offers = List.copyOf(offers);
    }

    @Override
    public int number() {
      return FromController.GATHERED;
    }

    @Override
    public void write(FrameOut out) {
      out.texts(offers);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.gathered(this);
    }
  }

  /// Load what this function will need, and answer with `Warmed`: a rank may be yours later.
  record Warm(LoopSpec loop) implements ToWorker {
    @Override
    public int number() {
      return FromController.WARM;
    }

    @Override
    public void write(FrameOut out) {
      writeLoop(loop, out);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.warm(this);
    }
  }

  /// Score a committed checkpoint: answer with `Returned` or `Failed`.
  ///
  /// @param threads how many its numeric libraries use; 0 for as its environment says
  record Validate(String checkpoint, RunFacts run, LoopSpec function, String device, int threads)
      implements ToWorker {
    @Override
    public int number() {
      return FromController.VALIDATE;
    }

    @Override
    public void write(FrameOut out) {
      out.text(checkpoint);
      run.write(out);
      writeLoop(function, out);
      out.text(device).i32(threads);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.validate(this);
    }
  }

  /// Reports up to this sequence are durable.
  record Ack(long sequence) implements ToWorker {
    @Override
    public int number() {
      return FromController.ACK;
    }

    @Override
    public void write(FrameOut out) {}

    @Override
    public void deliver(WorkerInbox to) {
      to.ack(this);
    }
  }

  /// A checkpoint exists now; `committed` is its record as JSON.
  record Committed(int attempt, int ordinal, String committed) implements ToWorker {
    @Override
    public int number() {
      return FromController.COMMITTED;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(ordinal).text(committed);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.committed(this);
    }
  }

  /// A checkpoint was given up; the one before stands.
  record NotCommitted(int attempt, int ordinal, String why) implements ToWorker {
    @Override
    public int number() {
      return FromController.NOT_COMMITTED;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(ordinal).words(why);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.notCommitted(this);
    }
  }

  /// A stop was asked for. With `atStep` 0 it takes effect through the collectives' control word;
  /// else before that step.
  record Stop(int attempt, long atStep) implements ToWorker {
    @Override
    public int number() {
      return FromController.STOP;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(atStep);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.stop(this);
    }
  }

  /// Ranks will be taken away: `leftMillis` is how long that takes from now on, as clocks differ.
  record Notice(int attempt, List<Integer> ranks, long leftMillis) implements ToWorker {
    public Notice {
      ranks = List.copyOf(ranks);
    }

    @Override
    public int number() {
      return FromController.NOTICE;
    }

    @Override
    public void write(FrameOut out) {
      out.numbers(ranks).i64(leftMillis);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.notice(this);
    }
  }

  /// The number of ranks changes: leave the function at a commit that all ranks agree on.
  record Resize(int attempt) implements ToWorker {
    @Override
    public int number() {
      return FromController.RESIZE;
    }

    @Override
    public void write(FrameOut out) {}

    @Override
    public void deliver(WorkerInbox to) {
      to.resize(this);
    }
  }

  /// Leave the function: the attempt is over.
  ///
  /// @param rollsBack whether the run goes back to its last checkpoint: what is on its way to
  ///   storage is stored before the rank says that it has left
  record Abort(int attempt, String why, boolean rollsBack) implements ToWorker {
    @Override
    public int number() {
      return FromController.ABORT;
    }

    @Override
    public void write(FrameOut out) {
      out.words(why).flag(rollsBack);
    }

    @Override
    public void deliver(WorkerInbox to) {
      to.abort(this);
    }
  }

  /// Say where your threads are.
  record Dump(int attempt) implements ToWorker {
    @Override
    public int number() {
      return FromController.DUMP;
    }

    @Override
    public void write(FrameOut out) {}

    @Override
    public void deliver(WorkerInbox to) {
      to.dump(this);
    }
  }

  /// Answer with `Pong`.
  record Ping(long id) implements ToWorker {
    @Override
    public int number() {
      return FromController.PING;
    }

    @Override
    public long sequence() {
      return id;
    }

    @Override
    public void write(FrameOut out) {}

    @Override
    public void deliver(WorkerInbox to) {
      to.ping(this);
    }
  }

  /// End the process with status 0.
  record Leave() implements ToWorker {
    @Override
    public int number() {
      return FromController.LEAVE;
    }

    @Override
    public void write(FrameOut out) {}

    @Override
    public void deliver(WorkerInbox to) {
      to.leave(this);
    }
  }

  /// Leave the run and answer with `LeftRun`; where something of the run would be left in the
  /// process, end it with status 0.
  record LeaveRun() implements ToWorker {
    @Override
    public int number() {
      return FromController.LEAVE_RUN;
    }

    @Override
    public void write(FrameOut out) {}

    @Override
    public void deliver(WorkerInbox to) {
      to.leaveRun(this);
    }
  }

  private static void writeLoop(LoopSpec loop, FrameOut out) {
    out.text(loop.className()).text(loop.method()).text(loop.configClass()).text(loop.config());
  }
}
