package dev.manta.testkit.sim;

import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.FaultyStorage;
import dev.manta.testkit.storage.FaultyStorage.Faults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Everything that outlives a controller: time, storage, and processes.
final class SimWorld {
  /// What each worker takes one of.
  static final String SLOTS = "slots";

  private static final Duration HEARD_AFTER = Duration.ofMillis(20);

  private final Script script;
  private final Schedule schedule = new Schedule();
  private final Audit audit;
  private final Storage memory;
  private final StorageAudit checkpointAudit;
  private final FailureAudit failureAudit = new FailureAudit();
  private final MemoryAudit memoryAudit = new MemoryAudit();
  private final FaultyStorage storage;
  private final FaultyStorage metricsStorage;
  private final SimFiles files = SimFiles.empty();
  private final ReportAudit reportAudit;
  private final Location run = Location.parse("mem:run");
  private final Map<String, SimWorker> workers = new LinkedHashMap<>();
  private final Map<String, String> nodeOf = new HashMap<>();
  private final Map<Integer, Barrier> barriers = new HashMap<>();
  private final Map<Integer, Map<Integer, String>> seats = new HashMap<>();
  private final Map<String, Duration> busy = new HashMap<>();
  private final Map<String, byte[]> whole = new HashMap<>();
  private final Flaw flaw;
  private final SimNodes nodes;
  private final Set<Long> others = new HashSet<>();
  private Duration fullUntil = Duration.ZERO;
  private int room;
  private int changes = 1;
  private final List<Runnable> hearChanges = new ArrayList<>();
  private int controllers;

  SimWorld(Script script, Flaw flaw) {
    this.script = script;
    this.flaw = flaw;
    this.nodes = new SimNodes(script.seed);
    var plain = new MemoryStorage(schedule);
    this.checkpointAudit =
        new StorageAudit(new CheckpointStore(plain, checkpoints(), 1), checkpoints());
    this.audit = new Audit(script, checkpointAudit);
    this.room = script.workers;
    this.memory = new WatchedStorage(plain, checkpointAudit);
    this.storage = new FaultyStorage(memory, script.seed, script.faults, this::pass);
    this.metricsStorage = new FaultyStorage(memory, ~script.seed, script.faults, _ -> {});
    this.reportAudit = new ReportAudit(script);
  }

  StorageAudit checkpointAudit() {
    return checkpointAudit;
  }

  ReportAudit reportAudit() {
    return reportAudit;
  }

  FailureAudit failureAudit() {
    return failureAudit;
  }

  /// Storage has space for nothing more, for a while.
  void fill(Duration time) {
    storage.full(true);
    metricsStorage.full(true);
    fullUntil = elapsed().plus(time);
    after(time, this::emptyIfDue);
  }

  private void emptyIfDue() {
    if (elapsed().compareTo(fullUntil) >= 0) {
      storage.full(false);
      metricsStorage.full(false);
    }
  }

  /// Lets time pass within a call, as one that is slow does, or one that is tried again.
  void pass(Duration time) {
    schedule.skip(time);
    emptyIfDue();
  }

  /// From now on nothing goes wrong any more.
  void calm() {
    script.calm();
    storage.faults(Faults.NONE);
    storage.full(false);
    metricsStorage.faults(Faults.NONE);
    metricsStorage.full(false);
  }

  /// A driver was killed; where that is the last one, its machine may be gone.
  void driverDied(int number) {
    if (number == controllers && script.diskIsLost()) {
      files.lose();
    }
  }

  /// The number of the next controller, from 1.
  int nextController() {
    return ++controllers;
  }

  Script script() {
    return script;
  }

  Schedule schedule() {
    return schedule;
  }

  Audit audit() {
    return audit;
  }

  MemoryAudit memoryAudit() {
    return memoryAudit;
  }

  Storage storage() {
    return storage;
  }

  /// The same as the threads see it that keep reports: nobody else waits where it is slow.
  Storage metricsStorage() {
    return metricsStorage;
  }

  /// The disk of the machine that controllers run on.
  SimFiles files() {
    return files;
  }

  /// The run has ended: what it has left is read by somebody to whom nothing happens.
  void readReports(RunState state) {
    Location metrics = run.resolve("metrics");
    long lines =
        memory.children(metrics).stream()
            .mapToLong(name -> lines(memory.read(metrics.resolve(name))))
            .sum();
    reportAudit.ended(state, new MetricsReader(memory, run, files, 1), lines, files.lines());
  }

  static long lines(byte[] text) {
    long lines = 0;
    for (byte each : text) {
      lines += each == '\n' ? 1 : 0;
    }
    return lines;
  }

  Location run() {
    return run;
  }

  Location checkpoints() {
    return run.resolve("checkpoints");
  }

  void after(Duration delay, Runnable task) {
    schedule.after(delay, task);
  }

  Duration elapsed() {
    return schedule.elapsed();
  }

  /// Does something for a worker after a delay, but never before what was asked earlier.
  void inOrder(String worker, Runnable task) {
    Duration now = elapsed();
    Duration late = script.chance(script.lateFrames) ? script.millis(800, 6000) : Duration.ZERO;
    Duration at = now.plus(script.delay()).plus(late);
    Duration free = busy.getOrDefault(worker, Duration.ZERO);
    Duration then = at.compareTo(free) > 0 ? at : free;
    busy.put(worker, then);
    after(then.minus(now), task);
  }

  SimWorker add(WorkerSpec spec, SimLink link) {
    var worker = new SimWorker(this, spec, link, 1000 + workers.size());
    nodeOf.put(spec.worker(), spec.node());
    if (workers.put(spec.worker(), worker) != null) {
      throw new Violation("worker id " + spec.worker() + " was used twice");
    }
    return worker;
  }

  Optional<SimWorker> worker(String id) {
    return Optional.ofNullable(workers.get(id));
  }

  List<SimWorker> workersOf(SimController controller) {
    return workers.values().stream()
        .filter(worker -> worker.alive() && worker.belongsTo(controller))
        .toList();
  }

  /// A rank of an attempt sits on a node.
  void seated(int attempt, int rank, String node) {
    seats.computeIfAbsent(attempt, _ -> new TreeMap<>()).put(rank, node);
  }

  /// The ranks of an attempt that those on a node do not hear now.
  List<Integer> unheard(int attempt, String node) {
    return seats.getOrDefault(attempt, Map.of()).entrySet().stream()
        .filter(seat -> !script.isCalm() && nodes.isCut(node, seat.getValue(), elapsed()))
        .map(Map.Entry::getKey)
        .toList();
  }

  Barrier barrier(int attempt, int size) {
    return barriers.computeIfAbsent(attempt, _ -> new Barrier(size));
  }

  /// A process has ended; its id may be that of a process of somebody else from now on.
  void ended(long pid) {
    if (script.chance(script.pidsReused)) {
      others.add(pid);
    }
  }

  /// Whether a process of somebody else has this id.
  boolean isTaken(long pid) {
    return others.contains(pid);
  }

  Flaw flaw() {
    return flaw;
  }

  SimNodes nodes() {
    return nodes;
  }

  /// Takes a node away, and all that runs there.
  void takeNode(String node) {
    nodes.takeAway(node);
    changed();
    List.copyOf(workers.keySet()).stream()
        .filter(worker -> node.equals(nodeOf.get(worker)))
        .forEach(this::take);
  }

  void bringBack(String node) {
    nodes.bringBack(node);
    changed();
  }

  /// A node cannot be reached any more; its workers continue there.
  void cutOff(String node) {
    nodes.takeAway(node);
    changed();
    workersOn(node).forEach(SimWorker::cutOff);
  }

  /// A node that was cut off is back, and ends whom nobody has any more.
  void reach(String node) {
    workersOn(node).forEach(worker -> worker.alone().reached());
    bringBack(node);
  }

  /// Whether the process of a worker is there, and its node can be reached.
  boolean runs(String worker) {
    return worker(worker).filter(each -> each.alive() && !each.alone().isCutOff()).isPresent();
  }

  private List<SimWorker> workersOn(String node) {
    return workers.entrySet().stream()
        .filter(each -> node.equals(nodeOf.get(each.getKey())))
        .map(Map.Entry::getValue)
        .toList();
  }

  /// Takes a worker away.
  void take(String worker) {
    worker(worker).ifPresent(SimWorker::kill);
  }

  /// For how many workers there is capacity.
  int room() {
    return room;
  }

  void room(int workers) {
    room = workers;
    changed();
  }

  /// How often the machines have changed.
  int changes() {
    return changes;
  }

  /// Does something soon after the machines have changed.
  void onChange(Runnable task) {
    hearChanges.add(task);
  }

  private void changed() {
    changes++;
    hearChanges.forEach(task -> after(HEARD_AFTER, task));
  }

  /// Overwrites the manifests of the newest checkpoints, so many of them.
  void damage(int count) {
    for (int i = 0; i < count; i++) {
      audit.damage().ifPresent(this::damage);
    }
  }

  private void damage(String name) {
    checkpointAudit.damaged(name, true);
    whole.put(name, memory.read(manifest(name)));
    memory.put(manifest(name), ByteSource.of("{}".getBytes(StandardCharsets.UTF_8)));
  }

  /// Puts back all that was overwritten and still exists.
  void restore() {
    audit.restore().stream()
        .filter(name -> memory.exists(manifest(name)))
        .forEach(
            name -> {
              memory.put(manifest(name), ByteSource.of(Objects.requireNonNull(whole.get(name))));
              checkpointAudit.damaged(name, false);
            });
  }

  private Location manifest(String name) {
    return checkpoints().resolve(name).resolve("manta-manifest.json");
  }
}
