package dev.manta.internal.wire;

import java.util.List;

/// What a worker says.
///
/// Each message writes itself, rather than by a switch over all of them: a pattern switch costs
/// milliseconds at its first use, and that is before the first hello.
public sealed interface ToController {
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

  /// The ordinal of the checkpoint that it is about; 0 for none.
  default int checkpoint() {
    return 0;
  }

  /// Whether a new controller must hear it again, as long as its attempt continues.
  default boolean lasts() {
    return true;
  }

  /// Writes the fields that are not in the header; most kinds have some.
  default void write(FrameOut out) {}

  /// The whole frame.
  default byte[] frame() {
    FrameOut out = new FrameOut(number(), attempt(), sequence(), 64);
    write(out);
    return out.done();
  }

  /// Reads a whole frame.
  static ToController read(byte[] frame) {
    return FromWorker.read(new FrameIn(frame));
  }

  /// What a new controller need not hear again.
  sealed interface OfTheMoment extends ToController {
    @Override
    default boolean lasts() {
      return false;
    }
  }

  /// The first frame: who is there. After a lost connection it also says where the worker stands.
  record Hello(String token, String worker, long pid, int attempt, int rank, long acknowledged)
      implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.HELLO;
    }

    @Override
    public void write(FrameOut out) {
      out.text(token).text(worker).i64(pid).i32(rank).i64(acknowledged);
    }
  }

  /// The worker has prepared to join its attempt; `offer` is how the others reach it in the
  /// collectives, or empty where it makes one only when the function uses them.
  record Ready(int attempt, String offer) implements ToController {
    @Override
    public int number() {
      return FromWorker.READY;
    }

    @Override
    public void write(FrameOut out) {
      out.text(offer);
    }
  }

  /// The function uses collectives for the first time: how the others reach this rank. When all
  /// ranks have said so they get `Gathered`.
  record Offered(int attempt, String offer) implements ToController {
    @Override
    public int number() {
      return FromWorker.OFFERED;
    }

    @Override
    public void write(FrameOut out) {
      out.text(offer);
    }
  }

  /// A spare has loaded what it was told to.
  record Warmed() implements ToController {
    @Override
    public int number() {
      return FromWorker.WARMED;
    }
  }

  /// The process has left its run and has nothing of it any more: another run may use it.
  record LeftRun() implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.LEFT_RUN;
    }
  }

  /// All that a new controller must know of this worker has been said again.
  record Restated() implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.RESTATED;
    }
  }

  /// The training function has been entered.
  record Entered(int attempt) implements ToController {
    @Override
    public int number() {
      return FromWorker.ENTERED;
    }
  }

  /// Metrics. `sequence` grows by one per worker and report; `metrics` is JSON; `checkpoint` is the
  /// ordinal of the checkpoint reported with it, or 0, and `name` what it is called in storage
  /// where the program has named it. It carries the rank that it was made as: a next controller may
  /// hear it after the worker has got another one.
  record Report(
      int attempt,
      int rank,
      long sequence,
      long step,
      int epoch,
      long atMillis,
      int checkpoint,
      String name,
      byte[] metrics)
      implements ToController {
    @Override
    public int number() {
      return FromWorker.REPORT;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(rank).i64(step).i32(epoch).i64(atMillis).i32(checkpoint).text(name).bytes(metrics);
    }

    @Override
    public byte[] frame() {
      FrameOut out =
          new FrameOut(number(), attempt, sequence, FIELD_BYTES + name.length() + metrics.length);
      write(out);
      return out.done();
    }

    private static final int FIELD_BYTES = 36;
  }

  /// Something that a rank has logged beside metrics is in storage; `path` is where, below the
  /// directory of such files.
  record Logged(int attempt, long atMillis, String path) implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.LOGGED;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(atMillis).text(path);
    }
  }

  /// What a rank has used and waited for in the last seconds, as JSON. It carries the rank that it
  /// is about.
  record Load(int attempt, int rank, String sample) implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.LOAD;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(rank).text(sample);
    }
  }

  /// This rank's files of a checkpoint are durable in storage. `part` is the stored part as JSON.
  record PartStored(int attempt, int ordinal, long step, String part) implements ToController {
    @Override
    public int number() {
      return FromWorker.PART_STORED;
    }

    @Override
    public int checkpoint() {
      return ordinal;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(ordinal).i64(step).text(part);
    }
  }

  /// This rank's files of a checkpoint could not be stored.
  record PartFailed(int attempt, int ordinal, long step, String why) implements ToController {
    @Override
    public int number() {
      return FromWorker.PART_FAILED;
    }

    @Override
    public int checkpoint() {
      return ordinal;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(ordinal).i64(step).words(why);
    }
  }

  /// Whether the worker can still stop before it begins the step it was told.
  record StopAnswer(int attempt, long atStep, boolean accepted, long step) implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.STOP_ANSWER;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(atStep).flag(accepted).i64(step);
    }
  }

  /// A rank waits in a collective, with how long and for whom.
  record Waiting(int attempt, String call, long millis, List<Integer> missing)
      implements OfTheMoment {
    public Waiting {
      missing = List.copyOf(missing);
    }

    @Override
    public int number() {
      return FromWorker.WAITING;
    }

    @Override
    public void write(FrameOut out) {
      out.words(call).i64(millis).numbers(missing);
    }
  }

  /// How often each rank was the last to come into a collective, by rank; said by rank 0.
  record Arrivals(int attempt, List<Long> last) implements OfTheMoment {
    public Arrivals {
      last = List.copyOf(last);
    }

    @Override
    public int number() {
      return FromWorker.ARRIVALS;
    }

    @Override
    public void write(FrameOut out) {
      out.longs(last);
    }
  }

  /// A peer's process died while this rank waited for it.
  record PeerDied(int attempt, int rank) implements ToController {
    @Override
    public int number() {
      return FromWorker.PEER_DIED;
    }

    @Override
    public void write(FrameOut out) {
      out.i32(rank);
    }
  }

  /// This rank did not hear some of other hosts, or was told that a link was lost: then those are
  /// none.
  record LinkLost(int attempt, List<Integer> unheard, String why) implements ToController {
    public LinkLost {
      unheard = List.copyOf(unheard);
    }

    @Override
    public int number() {
      return FromWorker.LINK_LOST;
    }

    @Override
    public void write(FrameOut out) {
      out.numbers(unheard).words(why);
    }
  }

  /// What a process holds of a commit: how many were made up to it, whether nothing of it can still
  /// be missing, a checksum of all state, the step and epoch it stands for, how many ranks made it,
  /// and of which ranks it has the shards, where state has shards. A commit of 0 is nothing.
  record Held(
      long commit,
      boolean whole,
      long checksum,
      long step,
      int epoch,
      int size,
      List<Integer> shards) {
    public static final Held NOTHING = new Held(0, false, 0, 0, 0, 0, List.of());

    public Held {
      shards = List.copyOf(shards);
    }

    /// The same with the shards of these ranks.
    public Held shards(List<Integer> ranks) {
      return new Held(commit, whole, checksum, step, epoch, size, ranks);
    }

    /// The same with another checksum.
    public Held checksum(long sum) {
      return new Held(commit, whole, sum, step, epoch, size, shards);
    }

    void write(FrameOut out) {
      out.i64(commit).flag(whole).i64(checksum).i64(step).i32(epoch).i32(size).numbers(shards);
    }

    static Held read(FrameIn in) {
      return new Held(in.i64(), in.flag(), in.i64(), in.i64(), in.i32(), in.i32(), in.numbers());
    }
  }

  /// The function was left because the attempt was aborted. The process can be used again unless
  /// something was left behind, which `left` names.
  record Unwound(int attempt, String left, Held held) implements ToController {
    @Override
    public int number() {
      return FromWorker.UNWOUND;
    }

    @Override
    public void write(FrameOut out) {
      out.words(left);
      held.write(out);
    }
  }

  /// The ranks cannot leave their function for a change of size, and why.
  record Stays(int attempt, String why) implements ToController {
    @Override
    public int number() {
      return FromWorker.STAYS;
    }

    @Override
    public void write(FrameOut out) {
      out.words(why);
    }
  }

  /// The function wants to resume from the last checkpoint, as the state after so many commits is
  /// of no use.
  record RolledBack(int attempt, long commits, String why) implements ToController {
    @Override
    public int number() {
      return FromWorker.ROLLED_BACK;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(commits).words(why);
    }
  }

  /// The rank is out of its function, or is to end, but has something on its way to storage yet.
  record Storing(int attempt) implements ToController {
    @Override
    public int number() {
      return FromWorker.STORING;
    }
  }

  /// What this process has sent to storage and received from there since it began.
  record Traffic(long requests, long retries, long bytesPut, long bytesRead)
      implements ToController {
    @Override
    public int number() {
      return FromWorker.TRAFFIC;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(requests).i64(retries).i64(bytesPut).i64(bytesRead);
    }
  }

  /// This process will be taken away in so many milliseconds, as `by` says.
  record Noticed(int attempt, long withinMillis, String by) implements ToController {
    @Override
    public int number() {
      return FromWorker.NOTICED;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(withinMillis).words(by);
    }
  }

  /// The function returned; `value` is JSON, `stopped` whether it saw the stop. Should others fail
  /// yet, `held` is what the process has.
  record Returned(int attempt, String value, boolean stopped, Held held) implements ToController {
    /// By a process that holds nothing.
    public Returned(int attempt, String value, boolean stopped) {
      this(attempt, value, stopped, Held.NOTHING);
    }

    @Override
    public int number() {
      return FromWorker.RETURNED;
    }

    @Override
    public void write(FrameOut out) {
      out.text(value).flag(stopped);
      held.write(out);
    }
  }

  /// The function threw. `what` is one sentence, `type` the exception's class, `where` the first
  /// frame of user code. Where the process can be used again, `held` is what it has.
  record Failed(
      int attempt, long step, String type, String what, String where, String stack, Held held)
      implements ToController {
    /// By a process that holds nothing.
    public Failed(int attempt, long step, String type, String what, String where, String stack) {
      this(attempt, step, type, what, where, stack, Held.NOTHING);
    }

    /// The same by a process that holds this.
    public Failed held(Held what) {
      return new Failed(attempt, step, type, this.what, where, stack, what);
    }

    @Override
    public int number() {
      return FromWorker.FAILED;
    }

    @Override
    public void write(FrameOut out) {
      out.i64(step).words(type).words(what).words(where).words(stack);
      held.write(out);
    }
  }

  /// The stacks of the worker's threads.
  record Stacks(int attempt, String text) implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.STACKS;
    }

    @Override
    public void write(FrameOut out) {
      out.words(text);
    }
  }

  /// The answer to a ping.
  record Pong(long id) implements OfTheMoment {
    @Override
    public int number() {
      return FromWorker.PONG;
    }

    @Override
    public long sequence() {
      return id;
    }
  }
}
