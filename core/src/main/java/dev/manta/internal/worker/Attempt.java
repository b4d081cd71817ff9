package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.checkpoint.CheckpointStore;
import dev.manta.checkpoint.Committed;
import dev.manta.checkpoint.LocalCheckpoint;
import dev.manta.checkpoint.Moment;
import dev.manta.collective.Collectives;
import dev.manta.data.Shard;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.wire.ToWorker;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Live;
import dev.manta.train.Metrics;
import dev.manta.train.Preemption;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.Resize;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One attempt in this worker: everything that is over when the attempt is.
final class Attempt {
  private final ToWorker.Join join;
  private final Host host;
  private final Reports reports;
  private final Gate gate;
  private final Commits commits;
  private final Group group;
  private final Stopping stopping;
  private final Resizing resizing;
  private final Course course;
  private final Uploads uploads;
  private String device = "cpu";
  private final CheckpointStore store;
  private @Nullable Checkpoint start;
  private final LiveState live;
  private final Committing committing;
  private final Datasets datasets;
  private final Set<Path> snapshots = new HashSet<>();
  private Metrics lastMetrics = Metrics.empty();
  private int snapshotCount;
  private volatile @Nullable Preemption preemption;

  Attempt(ToWorker.Join join, Host host, Outlet outlet, Reports reports, Holding holding) {
    this.join = join;
    this.host = host;
    this.reports = reports;
    ToWorker.Place place = join.place();
    gate = new Gate(join.attempt());
    commits = new Commits(gate, join.start().committed());
    group = new Group(gate, outlet, join, () -> host.rendezvous(join.run().id()));
    stopping = new Stopping(gate, outlet, group, place.size());
    resizing = new Resizing(gate, outlet, group, place.size());
    course = new Course(join.start().step(), join.start().epoch(), join.start().ordinal());
    Location storage = Location.parse(join.run().storage());
    store = new CheckpointStore(Storages.at(storage), storage.resolve("checkpoints"));
    var seat = new Uploads.Seat(place.rank(), place.size(), host.temp());
    uploads = new Uploads(gate, outlet, store, seat, join.run().pending());
    live = new LiveState(restoration(holding));
    var replicas = new Replicas(group::get, live, holding, place.nodeRank());
    committing = new Committing(gate, live, course, replicas, place.size(), this::leaveIfAgreed);
    datasets = new Datasets(join, group, this::live, committing::beginStep);
  }

  /// From the rank that holds the newest state, or from the checkpoint; what this process holds is
  /// of no use then.
  private Restoration restoration(Holding holding) {
    ToWorker.Start from = join.start();
    int rank = join.place().rank();
    if (from.commit() == 0) {
      holding.drop();
      return new FromCheckpoint(this::start, course::standsAt, rank, join.place().size());
    }
    course.standsAt(from.commit());
    holding.settle(from.commit());
    return new FromPeer(group::get, from, rank, holding.of(from.commit()));
  }

  /// What is being uploaded belongs to this attempt, and so is waited for.
  private void leaveIfAgreed() {
    resizing.committed(committing::goesOn, uploads::drain);
  }

  void notice(Preemption notice) {
    preemption = notice;
  }

  Optional<Preemption> preemption() {
    return Optional.ofNullable(preemption);
  }

  Resizing resizing() {
    return resizing;
  }

  Gate gate() {
    return gate;
  }

  Committing committing() {
    return committing;
  }

  Commits commits() {
    return commits;
  }

  Group group() {
    return group;
  }

  Stopping stopping() {
    return stopping;
  }

  int number() {
    return join.attempt();
  }

  ToWorker.Place place() {
    return join.place();
  }

  ToWorker.RunFacts run() {
    return join.run();
  }

  String device() {
    return device;
  }

  ClassLoader loader() {
    return host.loader();
  }

  long step() {
    return course.step();
  }

  Upload upload() {
    return Upload.valueOf(join.run().upload());
  }

  System.Logger logger() {
    return new PlainLogger(join.run().name(), System.out);
  }

  /// Takes this rank's device, before anything of the user's is loaded.
  void prepare() {
    device = Device.take(join.place().device());
  }

  /// How others reach this rank in collectives, where those will be used at once: to hand live
  /// state on. Else empty.
  String offer() {
    return join.start().commit() > 0 && place().size() > 1 ? group.prepare() : "";
  }

  Optional<Checkpoint> start() {
    String from = join.start().checkpoint();
    if (start == null && !from.isEmpty()) {
      start = Checkpoint.at(Location.parse(from));
    }
    return Optional.ofNullable(start);
  }

  /// Those that retention has deleted since are left out.
  List<ReportedCheckpoint> reported() {
    List<ReportedCheckpoint> all = new ArrayList<>();
    for (KeptRecord kept : commits.committed()) {
      if (store.exists(kept.name())) {
        Checkpoint checkpoint = store.load(new Committed(kept.name(), kept.hash()));
        all.add(
            new ReportedCheckpoint(
                checkpoint, kept.name(), kept.step(), kept.metrics(), kept.validation()));
      }
    }
    return all;
  }

  void report(Metrics metrics) {
    uploads.rethrow();
    course.nextStep();
    tell(metrics, 0, false);
  }

  void report(Metrics metrics, Checkpoint checkpoint, Upload upload) {
    uploads.rethrow();
    course.nextStep();
    keep(metrics, checkpoint, upload);
  }

  /// The other ranks' snapshots are nothing: rank 0's is all of the state.
  private void keep(Metrics metrics, Checkpoint checkpoint, Upload upload) {
    int ordinal = course.nextOrdinal();
    if (checkpoint.location().equals(Location.of(nothing()))) {
      tell(metrics, 0, checkpoint.inMidEpoch());
      return;
    }
    tell(metrics, ordinal, checkpoint.inMidEpoch());
    Moment moment = moment(ordinal, checkpoint.inMidEpoch());
    switch (upload) {
      case SYNC -> {
        uploads.drain();
        uploads.now(job(checkpoint, moment));
      }
      case ASYNC -> uploads.later(job(checkpoint, moment));
      case IN_PLACE -> uploads.inPlace(checkpoint, moment);
    }
    if (upload != Upload.ASYNC) {
      commits.await(ordinal, moment.step());
    }
  }

  private void tell(Metrics metrics, int ordinal, boolean midEpoch) {
    lastMetrics = metrics;
    var stand = new Reports.Stand(course.step(), course.epochAfter(midEpoch));
    reports.send(gate, stand, ordinal, metrics);
  }

  private Moment moment(int ordinal, boolean midEpoch) {
    boolean repeats = midEpoch || course.between();
    return new Moment(number(), ordinal, course.step(), course.epoch(), repeats);
  }

  private Uploads.Job job(Checkpoint checkpoint, Moment moment) {
    LocalCheckpoint files =
        checkpoint instanceof LocalCheckpoint local
            ? local
            : new LocalCheckpoint(
                checkpoint.open().directory(),
                checkpoint.isPart(),
                checkpoint.inMidEpoch(),
                checkpoint.metadata());
    return new Uploads.Job(files, moment, snapshots.remove(files.directory()));
  }

  void live(String name, Live state) {
    warnIfMissing(name, live.register(name, state));
  }

  void liveShard(String name, Live shard) {
    String range = join.run().settings().getOrDefault(ToWorker.RunFacts.ELASTIC, "");
    if (!range.isEmpty()) {
      throw new IllegalStateException(
          "shard \"%s\" needs a number of workers that stays, and this run was started with workers(%s); say workers(n), or register state that every rank has with ctx.live"
              .formatted(name, range));
    }
    warnIfMissing(name, live.registerShard(name, shard));
  }

  private void warnIfMissing(String name, boolean complete) {
    if (!complete && !LiveState.isCompanion(name)) {
      logger()
          .log(
              System.Logger.Level.WARNING,
              "there is no live state \"" + name + "\" in what the run goes on from");
    }
  }

  Shard dataset(String name) {
    return datasets.get(name);
  }

  /// In the middle of a pass over a dataset the epoch is not done: going on from here finishes it.
  LocalCheckpoint snapshot() {
    LocalCheckpoint taken = take();
    return datasets.withinPass() ? taken.midEpoch() : taken;
  }

  private LocalCheckpoint take() {
    if (live.isEmpty()) {
      throw new IllegalStateException(
          "there is no live state to take a snapshot of: register it with ctx.live(name, state)");
    }
    if (place().rank() != 0 && !live.sharded()) {
      return files(make(nothing()), false);
    }
    Path directory = make(host.temp().resolve("snapshot-" + number() + "-" + snapshotCount++));
    if (place().rank() == 0) {
      live.write(directory, course.commits(), place().size());
      live.mark();
    } else {
      live.writeShards(directory);
    }
    snapshots.add(directory);
    return files(directory, live.sharded() && place().size() > 1);
  }

  private static LocalCheckpoint files(Path directory, boolean part) {
    return new LocalCheckpoint(directory, part, false, Map.of());
  }

  private Path nothing() {
    return host.temp().resolve("snapshot-of-another-rank");
  }

  private static Path make(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot make " + directory + ": " + e, e);
    }
  }

  Iterable<Integer> epochs(int count) {
    return course.epochs(count, this::epochDone, this::stopRequested);
  }

  private void epochDone() {
    if (!live.isEmpty()) {
      committing.commit();
    }
    leaveIfAgreed();
  }

  Iterable<Long> steps(long count) {
    if (count < 0) {
      throw new IllegalArgumentException("steps must be at least 0, not " + count);
    }
    return () -> new Steps(count, course, committing, this::stopRequested);
  }

  void commit() {
    committing.commit();
    committing.leaveIfAgreed();
    gate.require();
  }

  /// Tells the function that what it goes on from was made by another number of ranks.
  void onResize(Consumer<Resize> action) {
    int before = live.size();
    int after = place().size();
    if (before != 0 && before != after) {
      action.accept(new Resize(before, after));
    }
  }

  long commitCount() {
    return course.commits();
  }

  boolean stopRequested() {
    gate.require();
    return stopping.ask();
  }

  Collectives collectives() {
    return group.get();
  }

  /// After the function returned: a last snapshot when it was stopped, and every upload stored.
  void finish() {
    if (stopping.seen() && !live.isEmpty() && hasLastSnapshot()) {
      course.nextStep();
      LocalCheckpoint last = snapshot();
      keep(lastMetrics, course.between() ? last : last.midEpoch(), Upload.SYNC);
    }
    uploads.drain();
  }

  /// Ranks with shards cannot know whether those of others have changed.
  private boolean hasLastSnapshot() {
    return live.sharded() || (place().rank() == 0 && live.changed());
  }

  /// Ends the attempt from outside: its calls throw, its waits end.
  void abort(String why) {
    gate.close(why);
    group.abort(why);
  }

  /// Frees what the attempt holds, once the function is left.
  void close() {
    gate.close("the training function has returned");
    group.close();
    committing.close();
    datasets.close();
    live.close();
  }
}
