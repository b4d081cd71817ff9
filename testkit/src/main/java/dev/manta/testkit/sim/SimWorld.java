package dev.manta.testkit.sim;

import dev.manta.cluster.WorkerSpec;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Source;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.FaultyStorage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Everything that outlives a controller: time, storage, and processes.
final class SimWorld {
  /// What each worker takes one of.
  static final String ROOM = "room";

  private final Script script;
  private final Schedule schedule = new Schedule();
  private final Audit audit;
  private final MemoryStorage memory = new MemoryStorage(schedule);
  private final Storage storage;
  private final Location run = Location.parse("mem:run");
  private final Map<String, SimWorker> workers = new LinkedHashMap<>();
  private final Map<Integer, Barrier> barriers = new HashMap<>();
  private final Map<String, Duration> busy = new HashMap<>();
  private final Map<String, byte[]> whole = new HashMap<>();
  private int room;
  private int controllers;

  SimWorld(Script script) {
    this.script = script;
    this.audit = new Audit(script);
    this.room = script.workers;
    this.storage =
        script.soundStorage()
            ? memory
            : new FaultyStorage(memory, script.seed, script.faults, schedule::skip);
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

  Storage storage() {
    return storage;
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
    Duration at = now.plus(script.delay());
    Duration free = busy.getOrDefault(worker, Duration.ZERO);
    Duration then = at.compareTo(free) > 0 ? at : free;
    busy.put(worker, then);
    after(then.minus(now), task);
  }

  SimWorker add(WorkerSpec spec, SimLink link) {
    var worker = new SimWorker(this, spec, link, 1000 + workers.size());
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

  Barrier barrier(int attempt, int size) {
    return barriers.computeIfAbsent(attempt, _ -> new Barrier(size));
  }

  /// Takes a worker away.
  void take(String worker) {
    worker(worker).ifPresent(SimWorker::kill);
  }

  /// For how many workers there is room.
  int room() {
    return room;
  }

  void room(int workers) {
    room = workers;
  }

  /// Overwrites the newest checkpoint's manifest.
  void damage() {
    audit
        .damage()
        .ifPresent(
            name -> {
              whole.put(name, memory.read(manifest(name)));
              memory.put(manifest(name), Source.of("{}".getBytes(StandardCharsets.UTF_8)));
            });
  }

  /// Puts back all that was overwritten and still exists.
  void restore() {
    audit.restore().stream()
        .filter(name -> memory.exists(manifest(name)))
        .forEach(
            name -> memory.put(manifest(name), Source.of(Objects.requireNonNull(whole.get(name)))));
  }

  private Location manifest(String name) {
    return checkpoints().resolve(name).resolve("manta-manifest.json");
  }
}
