package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Collectives;
import dev.manta.data.Shard;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.worker.live.LiveArray;
import dev.manta.train.Live;
import dev.manta.train.Metrics;
import dev.manta.train.Preemption;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.Resize;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import dev.manta.train.logged.Logged;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A training function's view of its attempt; every method first checks that the attempt is open.
final class WorkerContext implements TrainContext<Object> {
  private final Attempt attempt;
  private final @Nullable Object config;

  WorkerContext(Attempt attempt, @Nullable Object config) {
    this.attempt = attempt;
    this.config = config;
  }

  @Override
  public Object config() {
    open();
    if (config == null) {
      throw new IllegalStateException("this run has no config: give one to Trainer.of");
    }
    return config;
  }

  @Override
  public int worldSize() {
    return open().place().size();
  }

  @Override
  public int rank() {
    return open().place().rank();
  }

  @Override
  public int localRank() {
    return open().place().localRank();
  }

  @Override
  public int localSize() {
    return open().place().localSize();
  }

  @Override
  public int nodeRank() {
    return open().place().nodeRank();
  }

  @Override
  public int attempt() {
    return open().number();
  }

  @Override
  public String device() {
    return open().device();
  }

  @Override
  public String runName() {
    return open().run().name();
  }

  @Override
  public String storage() {
    return open().run().storage();
  }

  @Override
  public System.Logger logger() {
    return open().logger();
  }

  @Override
  public Optional<Checkpoint> checkpoint() {
    return open().checkpoint();
  }

  @Override
  public List<ReportedCheckpoint> reportedCheckpoints() {
    return open().commits().reported();
  }

  @Override
  public void report(Metrics metrics) {
    open().report(metrics);
  }

  @Override
  public void report(Metrics metrics, Checkpoint checkpoint) {
    report(metrics, checkpoint, open().upload());
  }

  @Override
  public void report(Metrics metrics, Checkpoint checkpoint, Upload upload) {
    open().report(metrics, checkpoint, upload);
  }

  @Override
  public void log(String name, Logged what) {
    open().log(name, what);
  }

  @Override
  public TrainContext<Object> live(String name, Live state) {
    open().live(name, state);
    return this;
  }

  @Override
  public TrainContext<Object> live(String name, float[] values) {
    return live(name, LiveArray.of(values));
  }

  @Override
  public TrainContext<Object> live(String name, double[] values) {
    return live(name, LiveArray.of(values));
  }

  @Override
  public TrainContext<Object> liveShard(String name, Live shard) {
    open().liveShard(name, shard);
    return this;
  }

  @Override
  public TrainContext<Object> liveShard(String name, float[] values) {
    return liveShard(name, LiveArray.of(values));
  }

  @Override
  public TrainContext<Object> liveShard(String name, double[] values) {
    return liveShard(name, LiveArray.of(values));
  }

  @Override
  public TrainContext<Object> live(String name, int[] values) {
    return live(name, LiveArray.of("I32", values.length, MemorySegment.ofArray(values)));
  }

  @Override
  public TrainContext<Object> live(String name, long[] values) {
    return live(name, LiveArray.of("I64", values.length, MemorySegment.ofArray(values)));
  }

  @Override
  public TrainContext<Object> live(String name, byte[] values) {
    return live(name, LiveArray.of("I8", values.length, MemorySegment.ofArray(values)));
  }

  @Override
  public LocalCheckpoint snapshot() {
    return open().snapshot();
  }

  @Override
  public Iterable<Integer> epochs(int count) {
    return open().epochs(count);
  }

  @Override
  public Iterable<Long> steps(long count) {
    return open().steps(count);
  }

  @Override
  public void commit() {
    attempt.commit();
  }

  @Override
  public void commit(Runnable change) {
    attempt.committing().commit(change);
  }

  @Override
  public void beginStep() {
    attempt.committing().beginStep();
  }

  @Override
  public void onResize(Consumer<Resize> action) {
    open().onResize(action);
  }

  @Override
  public void rollBack(String why) {
    attempt.rollBack(why);
  }

  @Override
  public int share(int rows) {
    if (rows < worldSize()) {
      throw new IllegalArgumentException(
          "%s rows cannot be shared by %s workers: each needs one".formatted(rows, worldSize()));
    }
    return rows / worldSize() + (rank() < rows % worldSize() ? 1 : 0);
  }

  @Override
  public Optional<Preemption> preemption() {
    return open().preemption();
  }

  @Override
  public long commits() {
    return open().progress().commits();
  }

  @Override
  public Shard dataset(String name) {
    return open().dataset(name);
  }

  @Override
  public void barrier() {
    if (worldSize() > 1) {
      collectives().barrier();
    }
  }

  @Override
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // rank 0's value has the type
  public <T> T broadcast(T value) {
    return worldSize() == 1
        ? value
        : (T) ValueBroadcast.broadcast(collectives(), value, attempt.host().loader());
  }

  @Override
  public Collectives collectives() {
    return open().collectives();
  }

  @Override
  public boolean stopRequested() {
    return open().stopRequested();
  }

  private Attempt open() {
    attempt.gate().require();
    return attempt;
  }
}
