package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Collectives;
import dev.manta.data.Shard;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.live.HeldCommits;
import dev.manta.internal.worker.live.LiveIndex;
import dev.manta.internal.worker.live.LiveState;
import dev.manta.internal.worker.live.Replicas;
import dev.manta.internal.worker.live.Snapshots;
import dev.manta.internal.worker.live.Stash;
import dev.manta.internal.worker.log.PlainLogger;
import dev.manta.internal.worker.logged.LoggedUploads;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Live;
import dev.manta.train.Metrics;
import dev.manta.train.Preemption;
import dev.manta.train.Resize;
import dev.manta.train.Upload;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedItem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One attempt in this worker: everything that is over when the attempt is.
final class Attempt {
  private final ToWorker.Join join;
  private final SessionHost host;
  private final ControllerChannel channel;
  private final ReportSender reports;
  private final Gate gate;
  private final CheckpointOutcomes outcomes;
  private final AttemptCollectives collectives;
  private final StopVote stopVote;
  private final ResizeVote resizeVote;
  private final RankProgress progress;
  private final CheckpointUploads uploads;
  private final CheckpointNames names;
  private final LoggedUploads logged;
  private String device = "cpu";
  private final StartingPoint origin;
  private final LiveState live;
  private final LiveCommits liveCommits;
  private final AttemptDatasets datasets;
  private final HeldCommits held;
  private final Snapshots snapshots;
  private final List<CheckpointUploads.Waiting> waiting = new ArrayList<>();
  private boolean behind;
  private volatile @Nullable Preemption preemption;

  Attempt(
      ToWorker.Join join,
      SessionHost host,
      ControllerChannel channel,
      ReportSender reports,
      HeldCommits held) {
    this.join = join;
    this.host = host;
    this.channel = channel;
    this.reports = reports;
    this.held = held;
    ToWorker.Place place = join.place();
    progress = new RankProgress(join.start().step(), join.start().epoch(), join.start().ordinal());
    origin = new StartingPoint(join, logger());
    gate = new Gate(join.attempt());
    collectives =
        new AttemptCollectives(gate, channel, join, () -> host.rendezvous(join.run().id()));
    stopVote = new StopVote(gate, channel, collectives, place.size());
    resizeVote = new ResizeVote(gate, channel, collectives, place.size());
    Location storage = Location.parse(join.run().storage());
    var store = new CheckpointStore(Storages.at(storage), storage.resolve("checkpoints"));
    var catalog = new CheckpointCatalog(Storages.at(storage), storage);
    var earlier = new EarlierCheckpoints(join.start().committed(), catalog);
    outcomes = new CheckpointOutcomes(gate, store, earlier);
    names = new CheckpointNames(store, join.attempt());
    var seat = new CheckpointUploads.Seat(place.rank(), place.size(), host.temp());
    var patience = CheckpointUploads.Patience.of(join.run());
    uploads = new CheckpointUploads(gate, channel, store, seat, join.run().pending(), patience);
    var desk = new LoggedUploads.Place(storage, join.attempt(), place.rank());
    logged = new LoggedUploads(desk, this::tell, this::warn, gate::require);
    live = new LiveState(origin.restoration(held, progress, collectives::get));
    snapshots = new Snapshots(live, join, host.temp());
    var replicas = new Replicas(collectives::get, live, held, place.nodeRank());
    liveCommits =
        new LiveCommits(gate, live, progress, replicas, place.size(), this::leaveIfAgreed);
    datasets =
        new AttemptDatasets(
            join, collectives, held.datasets(), host.temp(), this::live, liveCommits::beginStep);
  }

  /// A function that does not ask whether to stop is left at a commit.
  private void leaveIfAgreed() {
    if (stopVote.passedBy() && liveCommits.canResume()) {
      stopVote.leave();
    }
    resizeIfAgreed();
  }

  /// What is being uploaded belongs to this attempt, and so is waited for.
  private void resizeIfAgreed() {
    resizeVote.committed(liveCommits::canResume, uploads::drain);
  }

  AttemptDatasets datasets() {
    return datasets;
  }

  /// One notice follows another: all ranks that were named, and the deadline that comes first.
  void notice(Preemption notice) {
    Preemption before = preemption;
    preemption = before == null ? notice : before.and(notice);
  }

  Optional<Preemption> preemption() {
    return Optional.ofNullable(preemption);
  }

  ResizeVote resizing() {
    return resizeVote;
  }

  Gate gate() {
    return gate;
  }

  LiveCommits committing() {
    return liveCommits;
  }

  CheckpointOutcomes commits() {
    return outcomes;
  }

  AttemptCollectives group() {
    return collectives;
  }

  StopVote stopping() {
    return stopVote;
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

  SessionHost host() {
    return host;
  }

  long step() {
    return progress.step();
  }

  RankProgress progress() {
    return progress;
  }

  Upload upload() {
    return Upload.valueOf(join.run().upload());
  }

  System.Logger logger() {
    return PlainLogger.of(join, this::step);
  }

  /// Takes this rank's device, before anything of the user's is loaded.
  void prepare() {
    device = WorkerGpus.take(join.place().device());
  }

  /// How others reach this rank in collectives, where those will be used at once: to hand live
  /// state on. Else empty.
  String offer() {
    return join.start().commit() > 0 && place().size() > 1 ? collectives.prepare() : "";
  }

  Optional<Checkpoint> checkpoint() {
    return origin.checkpoint();
  }

  void report(Metrics metrics) {
    uploads.rethrow();
    progress.nextStep();
    tell(metrics, 0, "", progress.withinSteps());
  }

  void report(Metrics metrics, Checkpoint checkpoint, Upload upload) {
    uploads.rethrow();
    names.require(checkpoint, upload);
    progress.nextStep();
    keep(metrics, progress.withinSteps() ? checkpoint.midEpoch() : checkpoint, upload);
  }

  /// The other ranks' snapshots are nothing: rank 0's is all of the state.
  private void keep(Metrics metrics, Checkpoint checkpoint, Upload upload) {
    int ordinal = progress.nextOrdinal();
    if (checkpoint.location().equals(Location.of(snapshots.nothing()))) {
      tell(metrics, 0, "", checkpoint.inMidEpoch());
      return;
    }
    tell(metrics, ordinal, names.take(checkpoint, upload), checkpoint.inMidEpoch());
    Moment moment = moment(ordinal, checkpoint.inMidEpoch());
    if (!(checkpoint instanceof LocalCheckpoint snapshot) || !snapshots.has(snapshot)) {
      store(checkpoint, moment, upload);
    } else if (progress.withinStep()) {
      waiting.add(new CheckpointUploads.Waiting(snapshot, moment, upload));
    } else {
      snapshots.seal(snapshot.directory(), progress.commitsAfter(snapshot.inMidEpoch()));
      store(snapshot, moment, upload);
    }
  }

  private void storeWaiting() {
    for (CheckpointUploads.Waiting each : waiting) {
      Path directory = each.snapshot().directory();
      snapshots.renew(directory);
      snapshots.seal(directory, progress.commits());
      store(each.snapshot(), each.moment(), each.upload());
    }
    waiting.clear();
  }

  private void store(Checkpoint checkpoint, Moment moment, Upload upload) {
    switch (upload) {
      case SYNC -> uploads.waitFor(job(checkpoint, moment));
      case ASYNC -> uploads.later(job(checkpoint, moment));
      case IN_PLACE -> uploads.waitFor(checkpoint, moment);
    }
    if (upload != Upload.ASYNC) {
      outcomes.await(moment.ordinal(), moment.step());
    }
  }

  void log(String name, Logged what) {
    logged.add(name, progress.step() + 1, what);
  }

  private void tell(LoggedItem item) {
    channel.send(new ToController.Logged(number(), item.at().toEpochMilli(), item.path()));
  }

  private void tell(Metrics metrics, int ordinal, String name, boolean midEpoch) {
    var stand = new ReportSender.Stand(progress.step(), progress.epochAfter(midEpoch));
    reports.send(gate, place().rank(), stand, new ReportSender.Brought(ordinal, name), metrics);
  }

  private Moment moment(int ordinal, boolean midEpoch) {
    boolean repeats = midEpoch || progress.between();
    return new Moment(number(), ordinal, progress.step(), progress.epoch(), repeats);
  }

  private CheckpointUploads.Job job(Checkpoint checkpoint, Moment moment) {
    LocalCheckpoint files = LocalCheckpoint.opened(checkpoint);
    return new CheckpointUploads.Job(files, moment, snapshots.release(files.directory()));
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
      warn("there is no live state \"" + name + "\" in what the run resumes from");
    }
  }

  private void warn(String message) {
    logger().log(System.Logger.Level.WARNING, message);
  }

  Shard dataset(String name) {
    return datasets.get(name);
  }

  /// In the middle of a pass over a dataset, or of an epoch's steps, continuing finishes the epoch.
  LocalCheckpoint snapshot() {
    boolean midEpoch = datasets.withinPass() || progress.withinSteps();
    LocalCheckpoint taken = snapshots.take(progress.commitsAfter(midEpoch));
    return midEpoch ? taken.midEpoch() : taken;
  }

  Iterable<Integer> epochs(int count) {
    return progress.epochs(count, this::epochDone, this::stopRequested);
  }

  private void epochDone() {
    if (!live.isEmpty()) {
      liveCommits.commit();
    }
    if (!progress.withinStep()) {
      waiting.replaceAll(CheckpointUploads.Waiting::atEndOfEpoch);
      storeWaiting();
    }
    resizeIfAgreed();
  }

  Iterable<Long> steps(long count) {
    return progress.steps(
        count, this::stepDone, this::stopRequested, this::live, PlainLogger.onFirstRank(join));
  }

  /// What was reported within the step is stored as it is at the end of it: then it is the state of
  /// a commit, wherever in the step that was.
  private void stepDone() {
    if (progress.closeStep()) {
      liveCommits.commit();
    }
    storeWaiting();
    liveCommits.beginStep();
  }

  void commit() {
    liveCommits.commit();
    liveCommits.leaveIfAgreed();
    gate.require();
  }

  /// Tells the function that what it resumes from was made by another number of ranks.
  void onResize(Consumer<Resize> action) {
    if (live.size() != 0 && live.size() != place().size()) {
      action.accept(new Resize(live.size(), place().size()));
    }
  }

  /// Leaves the attempt; the next one resumes from the last checkpoint, which may be on its way.
  /// That is said first, and even if the attempt is over: others may be lost meanwhile.
  void rollBack(String why) {
    uploads.proceed();
    channel.send(new ToController.RolledBack(number(), progress.commits(), why));
    gate.close("it is rolled back: " + why);
    gate.require();
  }

  /// How often this rank has got ahead, alone or with the others; any thread may ask.
  long moves() {
    return progress.moves() + collectives.lastToArrive().stream().mapToLong(Long::longValue).sum();
  }

  boolean stopRequested() {
    gate.require();
    return stopVote.ask();
  }

  Collectives collectives() {
    return collectives.get();
  }

  /// After the function returned: a last snapshot when it was stopped, and every upload stored. The
  /// step that it was in, if any, is done.
  void finish() {
    logged.drain();
    if (behind) {
      uploads.drain();
      return;
    }
    if (progress.closeStep()) {
      progress.nextCommit();
    }
    storeWaiting();
    if (stopVote.seen() && !live.isEmpty() && hasLastSnapshot()) {
      LocalCheckpoint last = snapshot();
      save(progress.between() ? last : last.midEpoch());
    }
    uploads.drain();
  }

  /// Stores a snapshot that the function did not report: it makes no step.
  private void save(LocalCheckpoint last) {
    snapshots.seal(last.directory(), progress.commitsAfter(last.inMidEpoch()));
    store(last, moment(progress.nextOrdinal(), last.inMidEpoch()), Upload.SYNC);
  }

  /// Ranks with shards cannot know whether those of others have changed.
  private boolean hasLastSnapshot() {
    return live.sharded() || (place().rank() == 0 && live.unsaved());
  }

  /// What the process holds though its function threw. One whose function threw before its first
  /// commit would only throw again: what it was to resume from is in storage, except for shards.
  ToController.Held heldAfterAll() {
    boolean useful = liveCommits.anything() || !held.held().shards().isEmpty();
    return useful ? held.held() : ToController.Held.NOTHING;
  }

  /// The function threw before it has committed anything: what this rank should have handed to the
  /// others goes to storage, as its process will be gone.
  void rescue() {
    long commit = join.start().commit();
    Stash stash = place().rank() == join.start().source() ? held.of(commit) : null;
    if (commit == 0 || stash == null || !held.held().shards().isEmpty()) {
      return;
    }
    int ordinal = progress.nextOrdinal();
    try {
      store(stash, commit, join.start().size(), moment(ordinal, true));
    } catch (IOException | MantaException e) {
      warn("the state of commit " + commit + " is lost: " + e);
    }
  }

  private void store(Stash stash, long commit, int ranks, Moment moment) throws IOException {
    Path directory = Snapshots.make(host.temp().resolve("rescue-" + number()));
    new LiveIndex(commit, ranks, stash.write(directory)).write(directory);
    LocalCheckpoint files = Snapshots.files(directory, false);
    uploads.now(new CheckpointUploads.Job(files, moment, true));
  }

  /// Whether this rank's last commit is all that is needed to resume where others have stopped.
  boolean mayBeLeftBehind() {
    return liveCommits.canResume() && !live.sharded();
  }

  /// Others have stopped at the last commit of this rank: rank 0 stores that, instead of what it
  /// has begun since.
  void saveKept() throws IOException {
    behind = true;
    warn(
        "other ranks have stopped, and rank %s did not ask: it stops at its last commit, %s; call ctx.stopRequested() on every rank alike"
            .formatted(place().rank(), progress.commits()));
    long commit = held.held().commit();
    Stash stash = held.of(commit);
    if (place().rank() == 0 && stash != null && commit > 0) {
      store(stash, commit, place().size(), moment(progress.nextOrdinal(), true));
    }
  }

  /// Ends the attempt from outside: its calls throw, its waits end.
  ///
  /// @param rollsBack whether the run goes back to its last checkpoint
  void abort(String why, boolean rollsBack) {
    end(why, rollsBack);
    collectives.abort(why);
  }

  /// The last checkpoint, which may be on its way, is what the run resumes from without live state
  /// too.
  private void end(String why, boolean rollsBack) {
    if (!gate.isClosed() && (rollsBack || live.isEmpty())) {
      uploads.proceed();
    }
    gate.close(why);
  }

  /// The function was left because the attempt is over.
  void unwind() {
    end("the training function was left", false);
    storeRest();
    close();
  }

  /// Waits for what may be stored yet.
  void storeRest() {
    uploads.end();
  }

  /// Frees what the attempt holds, once the function is left.
  void close() {
    end("the training function has returned", false);
    logged.end();
    collectives.close();
    liveCommits.close();
    datasets.close();
    live.close();
  }
}
