package dev.manta.testkit.sim;

import static dev.manta.testkit.sim.Violation.require;

import dev.manta.internal.run.Decided;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.internal.wire.ToWorker;
import dev.manta.train.RunStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Watches a history from outside and says when a rule is broken. It knows only what is durable,
/// what workers were told, and what they did.
final class Audit {
  private final Script script;
  private final StorageAudit checkpoints;
  private final Map<String, CommittedCheckpoint> durable = new HashMap<>();
  private final Set<String> everDurable = new HashSet<>();
  private final Set<String> damaged = new HashSet<>();
  private final Set<String> training = new HashSet<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Map<Integer, Set<Integer>> returned = new HashMap<>();
  private final Map<Integer, Integer> sizes = new HashMap<>();
  private final Map<String, Set<Integer>> stored = new HashMap<>();
  private final List<Integer> opened = new ArrayList<>();
  private final Map<Integer, String> starts = new HashMap<>();
  private final Map<String, Long> holds = new HashMap<>();
  private final Map<String, List<Integer>> shards = new HashMap<>();
  private final ThrewAudit threw = new ThrewAudit();
  private final Set<String> leavers = new HashSet<>();
  private final Set<String> noticed = new HashSet<>();
  private final Set<Integer> rolledBack = new HashSet<>();
  private final Set<Integer> rollBacks = new HashSet<>();
  private RunState last = RunState.fresh();
  private boolean disturbed;
  private int resizes;
  private int reattached;
  private String startedFrom = "";

  Audit(Script script, StorageAudit checkpoints) {
    this.script = script;
    this.checkpoints = checkpoints;
  }

  /// A control record of one or several decisions became durable.
  void recorded(List<Decided> decided) {
    decided.forEach(this::recorded);
    checkpoints.verify();
  }

  private void recorded(Decided decided) {
    RunState after = decided.decision().state();
    switch (decided.decision().durable()) {
      case NOTHING -> {}
      case STATE -> {
        NodeAudit.requireNobodyBeginsWhereANodeLeaves(decided);
        NodeAudit.requireDeafNodesApart(after, script.most);
        transition(decided.event(), decided.decision().effects(), after);
      }
      case CHECKPOINTS -> {
        KeptCheckpoints.Changes changes = after.kept().since(decided.before().kept());
        changes.put().forEach(this::committed);
        changes.removed().forEach(this::removed);
      }
    }
  }

  private void transition(Event event, List<Effect> effects, RunState after) {
    if (event instanceof Event.RolledBack back) {
      rolledBack.add(back.attempt());
    }
    after.kept().forEach(this::committed);
    after.notices().forEach(notice -> notice.worker().ifPresent(noticed::add));
    if (event instanceof Event.ControllerStarted(_, boolean attaches, _) && attaches) {
      takenOver(after);
    } else if (effects.stream().anyMatch(Audit::begins)) {
      open(after);
    }
    requireNamed(after);
    requireNoGap(after);
    if (after.ending().isPresent() && last.ending().isEmpty()) {
      requireSaved(after);
    }
    last = after;
    Set<String> names =
        new HashSet<>(after.kept().stream().map(CommittedCheckpoint::name).toList());
    List.copyOf(durable.keySet()).stream()
        .filter(name -> !names.contains(name))
        .forEach(this::removed);
  }

  /// A run that stops leaves in storage what survivors hold, unless there was no time, or no way,
  /// to write it.
  private void requireSaved(RunState after) {
    String reason = after.ending().orElseThrow().reason();
    boolean inPeace = reason.startsWith("stopped by") || reason.startsWith("stopped, but");
    if (!inPeace || script.neverEndsTheSame() || !script.soundStorage()) {
      return;
    }
    long stored = durable.values().stream().mapToLong(CommittedCheckpoint::step).max().orElse(0);
    for (Worker worker : after.workers()) {
      boolean holds =
          worker.alive() && worker.held().isPresent() && MemoryAudit.isWhole(after, worker);
      long commit = holds ? this.holds.getOrDefault(worker.id(), 0L) : 0;
      require(
          commit <= stored,
          "the run stops though %s holds commit %s and storage only %s",
          worker.id(),
          commit,
          stored);
    }
  }

  /// Whoever is replaced because it kept the others waiting was named before.
  private void requireNamed(RunState after) {
    boolean late =
        after.failure().filter(f -> f.what().startsWith("kept the others waiting")).isPresent();
    boolean same = after.failure().equals(last.failure());
    require(
        !late
            || same
            || !script.attentive()
            || after.current().late().size() + last.current().late().size() > 0,
        "a rank was replaced for being late that nobody had named");
  }

  /// A worker says again what it has not been told to be kept.
  private void requireNoGap(RunState after) {
    boolean gap = after.failure().filter(f -> f.what().contains("lost metrics")).isPresent();
    require(
        !gap || script.reportLost > 0,
        "reports were lost on their way: " + after.failure().map(f -> f.what()).orElse(""));
  }

  /// An attempt has so long to start.
  private static boolean begins(Effect effect) {
    return effect instanceof Effect.ArmTimer timer && timer.name() == Timer.OfRun.START;
  }

  /// Whoever nobody had told to end continues under a new controller.
  private void takenOver(RunState after) {
    for (Worker worker : last.workers()) {
      boolean ends = after.worker(worker.id()).filter(Worker::ending).isPresent();
      require(
          !worker.alive() || worker.ending() || !ends,
          "a new controller ends " + worker.id() + ", which could continue");
    }
    reattached++;
  }

  /// A controller has ended a process; `later` is whether a later one has that.
  void killed(String worker, boolean later) {
    require(!later, worker + " was ended by a controller that was deposed");
  }

  /// A controller makes sure that a worker is gone; `another` is whether it ends what is none.
  void fenced(String worker, boolean another) {
    require(!another, "the process of somebody else was ended for that of " + worker);
  }

  /// A controller has ended a process that lives and has not reported in yet. In time such a one
  /// does, so it is ended only with its run, or where there is no more place for it.
  void killedOnItsWay(String worker) {
    boolean rank = last.worker(worker).filter(known -> !known.isSpare()).isPresent();
    boolean mayBe = script.mayMove() || noticed.contains(worker) || last.ending().isPresent();
    require(!rank || mayBe, worker + " was ended though it was on its way");
  }

  private void open(RunState after) {
    requireNewest(after);
    requireWhoThrew(after);
    require(
        after.current().handover().isEmpty() || !rolledBack.contains(after.attempt() - 1),
        "attempt %s resumes from what was rolled back",
        after.attempt());
    requireSize(after);
    requireNobodyWhoGoes(after);
    requireSurvivors(after);
    boolean fresh = opened.isEmpty() || after.attempt() > opened.getLast();
    require(fresh, "attempt " + after.attempt() + " was opened twice; opened so far: " + opened);
    opened.add(after.attempt());
    sizes.put(after.attempt(), after.group().size());
    startedFrom = after.current().startedFrom().orElse("");
    starts.put(after.attempt(), startedFrom);
    require(
        !startedFrom.isEmpty() || durable.isEmpty() || after.current().handover().isPresent(),
        "attempt %s starts over though there are checkpoints",
        after.attempt());
    require(
        startedFrom.equals(newest()),
        "an attempt begins with '" + startedFrom + "' though '" + newest() + "' is the newest");
  }

  /// Whoever stays keeps what it holds: the newest of that is what the attempt begins with.
  private void requireNewest(RunState after) {
    long newest =
        after.group().stream()
            .filter(worker -> worker.phase() == WorkerPhase.UP)
            .mapToLong(worker -> holds.getOrDefault(worker.id(), 0L))
            .max()
            .orElse(0);
    long begins = after.current().handover().map(from -> from.held().commit()).orElse(0L);
    if (rollBacks.contains(after.attempt() - 1)) {
      return;
    }
    boolean whole = !script.sharded || newest == 0 || allShardsAreThere(after, newest);
    require(whole || begins == 0, "attempt %s begins without some shards", after.attempt());
    require(
        begins == newest || !whole || script.diverged > 0,
        "attempt %s begins with commit %s though a survivor holds commit %s",
        after.attempt(),
        begins,
        newest);
  }

  private void requireWhoThrew(RunState after) {
    long begins = after.current().handover().map(from -> from.held().commit()).orElse(0L);
    boolean free =
        rollBacks.contains(after.attempt() - 1)
            || script.elastic
            || script.diverged > 0
            || (script.sharded && begins == 0);
    threw.opens(after.attempt(), free ? Long.MAX_VALUE : begins, noticed);
  }

  private boolean allShardsAreThere(RunState after, long commit) {
    Set<Integer> there = new HashSet<>();
    after.group().stream()
        .filter(worker -> worker.phase() == WorkerPhase.UP)
        .filter(worker -> holds.getOrDefault(worker.id(), 0L) >= commit - 1)
        .forEach(worker -> there.addAll(shards.getOrDefault(worker.id(), List.of())));
    // Who saves what it holds before the run stops may be fewer than those who made it.
    int made = after.current().handover().map(from -> from.held().size()).orElse(0);
    return there.size() == Math.max(made, after.group().size());
  }

  private void requireNobodyWhoGoes(RunState after) {
    List<Worker> stayed = after.group().stream().filter(w -> holds.containsKey(w.id())).toList();
    boolean others = stayed.stream().anyMatch(worker -> !noticed.contains(worker.id()));
    for (Worker worker : stayed) {
      require(
          !others || !noticed.contains(worker.id()),
          "attempt %s has %s, which will be taken away",
          after.attempt(),
          worker.id());
    }
  }

  private void requireSize(RunState after) {
    int size = after.group().size();
    // Who saves what it holds before the run stops needs nobody else.
    boolean few = size >= script.least || after.stopping().isPresent();
    require(
        few && size <= script.most,
        "attempt %s has %s workers, not %s to %s",
        after.attempt(),
        size,
        script.least,
        script.most);
  }

  /// Nobody who left for a change of size, and finds a place, is restarted.
  private void requireSurvivors(RunState after) {
    leavers.removeAll(noticed);
    long stay = after.group().stream().filter(worker -> leavers.contains(worker.id())).count();
    require(
        disturbed || stay >= NodeAudit.places(leavers, last, after),
        "attempt %s keeps %s of %s workers that left for a change of size",
        after.attempt(),
        stay,
        leavers.size());
    resizes += leavers.isEmpty() ? 0 : 1;
    leavers.clear();
    disturbed = false;
  }

  /// A worker has left at a commit because the size changes.
  void leftForResize(String worker, long commit, List<Integer> ofRanks) {
    holds(worker, commit, ofRanks);
    leavers.add(worker);
  }

  /// A process is gone; `told` is whether it was asked to end.
  void died(String worker, boolean told) {
    disturbed = true;
    if (!told) {
      threw.forget(worker);
    }
  }

  /// A worker's function threw; its process has a commit in its memory, 0 is none.
  void threw(String worker, long commit, List<Integer> ofRanks) {
    holds(worker, commit, ofRanks);
    threw.threw(worker, commit);
  }

  /// A rank says that the state of an attempt is of no use; it may not be heard.
  void rollsBack(int attempt) {
    rollBacks.add(attempt);
  }

  /// A worker has left its function with a commit in its memory, 0 is none, and the shards of these
  /// ranks.
  void holds(String worker, long commit, List<Integer> ofRanks) {
    holds.put(worker, commit);
    shards.put(worker, ofRanks);
  }

  private void committed(CommittedCheckpoint checkpoint) {
    checkpoints.committed(checkpoint);
    durable.put(checkpoint.name(), checkpoint);
    everDurable.add(checkpoint.name());
  }

  private void removed(String name) {
    CommittedCheckpoint gone = durable.remove(name);
    checkpoints.removed(name);
    if (gone == null) {
      return;
    }
    require(script.keep.isPresent(), "checkpoint " + name + " was lost though all are kept");
    require(
        !name.equals(startedFrom) || last.status().ended(),
        "checkpoint " + name + ", which the attempt began with, was deleted");
    long newer =
        durable.values().stream()
            .filter(k -> k.ordinal() > gone.ordinal() && (k.isIntact() || !gone.isIntact()))
            .count();
    require(
        newer >= script.keep.getAsInt(),
        "checkpoint " + name + " was deleted though only " + newer + " are newer");
  }

  /// A new controller has read the log.
  void recovered(RunState state) {
    if (!script.detached || state.status().ended()) {
      threw.forgetAll();
    }
    Map<String, CommittedCheckpoint> known = new HashMap<>();
    state.kept().forEach(checkpoint -> known.put(checkpoint.name(), checkpoint));
    durable.forEach(
        (name, checkpoint) -> {
          require(known.containsKey(name), "checkpoint " + name + " was lost with a controller");
          require(
              checkpoint.equals(known.get(name)),
              "checkpoint " + name + " is not what was recorded");
        });
    require(
        known.size() == state.kept().size() && durable.keySet().containsAll(known.keySet()),
        "there are %s checkpoints, not %s",
        state.kept().size(),
        durable.size());
  }

  /// A worker was told that a checkpoint is committed.
  void told(String name) {
    require(
        everDurable.contains(name),
        "workers were told of checkpoint " + name + ", which is in no record");
  }

  /// Somebody damages the newest checkpoint; its name, or nothing where there is none.
  Optional<String> damage() {
    Optional<String> victim = Optional.of(newest()).filter(name -> !name.isEmpty());
    victim.ifPresent(damaged::add);
    return victim;
  }

  /// Somebody restores what was damaged; its names.
  Set<String> restore() {
    Set<String> restored = Set.copyOf(damaged);
    damaged.clear();
    return restored;
  }

  /// A worker was told where to begin.
  void joined(int attempt, String start, ToWorker.Start point) {
    require(
        point.commit() == 0 || holds.containsValue(point.commit()),
        "a worker begins with commit " + point.commit() + ", which nobody holds");
    String opening = starts.getOrDefault(attempt, "?");
    require(
        start.equals(opening),
        "a worker began with '" + start + "', its attempt with '" + opening + "'");
  }

  private String newest() {
    return durable.values().stream()
        .filter(checkpoint -> !damaged.contains(checkpoint.name()))
        .max(Comparator.comparingInt(CommittedCheckpoint::ordinal))
        .map(CommittedCheckpoint::name)
        .orElse("");
  }

  /// A worker has entered its function.
  void entered(String worker, int attempt) {
    for (String other : training) {
      require(
          attempts.getOrDefault(other, attempt) == attempt,
          worker + " of attempt " + attempt + " trains beside " + other + " of another attempt");
    }
    training.add(worker);
    attempts.put(worker, attempt);
  }

  /// A worker is no longer in its function.
  void left(String worker) {
    training.remove(worker);
  }

  /// A rank's function returned; `stopped` is whether it had more to do.
  void returned(int attempt, int rank, boolean stopped) {
    if (stopped) {
      return;
    }
    returned.computeIfAbsent(attempt, _ -> new HashSet<>()).add(rank);
  }

  /// A rank's part reached a controller that lives.
  void stored(String checkpoint, int rank) {
    stored.computeIfAbsent(checkpoint, _ -> new HashSet<>()).add(rank);
  }

  /// The run has ended.
  void ended(RunState state) {
    require(training.isEmpty(), "the run has ended while " + training + " train");
    require(
        state.attempt() == 0 || opened.isEmpty() || state.attempt() >= opened.getLast(),
        "attempt " + (opened.isEmpty() ? 0 : opened.getLast()) + " is not accounted for");
    for (String name : durable.keySet()) {
      require(state.kept(name).isPresent(), "checkpoint " + name + " is not in the result");
    }
    if (state.status() == RunStatus.FINISHED) {
      finished(state.attempt());
    }
  }

  private void finished(int attempt) {
    int size = sizes.getOrDefault(attempt, 0);
    int back = returned.getOrDefault(attempt, Set.of()).size();
    require(
        back == size,
        "the run has finished though only " + back + " of " + size + " ranks returned");
    require(!script.skewed || !skewSeen(attempt), "parts of different steps went unnoticed");
    if (script.soundStorage() && !script.skewed) {
      stored.forEach((name, ranks) -> complete(name, ranks, attempt, size));
    }
  }

  /// A rank alone has nobody to differ from.
  private boolean skewSeen(int attempt) {
    int size = sizes.getOrDefault(attempt, 0);
    return size > 1
        && stored.entrySet().stream()
            .anyMatch(e -> e.getKey().endsWith("-" + attempt) && e.getValue().size() == size);
  }

  private void complete(String name, Set<Integer> ranks, int attempt, int size) {
    boolean all = ranks.size() == (script.parts ? size : 1) && name.endsWith("-" + attempt);
    boolean overtaken = script.keep.isPresent();
    // Whoever has stored it may be taken away with its node while there is no controller.
    boolean unheard = script.detached && new SimNodes(script.seed).several();
    require(
        !all || overtaken || unheard || everDurable.contains(name),
        "checkpoint " + name + " was stored by all and never committed");
  }

  int attempts() {
    return opened.size();
  }

  /// How often a controller has taken over the workers of another.
  int reattached() {
    return reattached;
  }

  /// How often the size has changed without a failure.
  int resizes() {
    return resizes;
  }
}
