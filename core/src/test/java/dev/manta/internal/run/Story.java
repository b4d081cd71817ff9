package dev.manta.internal.run;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A run told event by event, with the time in hand.
public final class Story {
  private final RunMachine machine;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  public RunState state = RunState.fresh();
  Decision last = new Decision(state, List.of(), "", Decision.Durable.NOTHING);
  final List<Effect> effects = new ArrayList<>();

  private Story(RunSettings settings) {
    machine = new RunMachine(settings);
  }

  public static RunSettings settings(int workers) {
    return new RunSettings(
        ScalingConfig.workers(workers),
        FailureConfig.retries(3),
        CheckpointConfig.keepAll(),
        Map.of(),
        Optional.empty(),
        Limits.DEFAULT);
  }

  public static RunSettings with(RunSettings of, FailureConfig failures) {
    return new RunSettings(
        of.scaling(), failures, of.checkpoints(), of.reductions(), of.validation(), of.limits());
  }

  static RunSettings with(RunSettings of, CheckpointConfig checkpoints) {
    return new RunSettings(
        of.scaling(), of.failures(), checkpoints, of.reductions(), of.validation(), of.limits());
  }

  static RunSettings validated(RunSettings of) {
    return validated(of, ValidationRules.all(Duration.ofMinutes(1)));
  }

  static RunSettings validated(RunSettings of, ValidationRules rules) {
    return new RunSettings(
        of.scaling(),
        of.failures(),
        of.checkpoints(),
        of.reductions(),
        Optional.of(rules),
        of.limits());
  }

  static Story of(RunSettings settings) {
    return new Story(settings);
  }

  /// A run whose first attempt is running.
  public static Story running(int workers) {
    return running(settings(workers));
  }

  public static Story running(RunSettings settings) {
    return of(settings).begin(1).run("");
  }

  Story begin(int term) {
    return happens(new Event.ControllerStarted(term));
  }

  static Node node(double cpus) {
    return new Node("here", Resources.cpus(cpus), List.of(), Map.of());
  }

  Story prepared(String start) {
    return happens(
        new Event.Prepared(state.attempt(), List.of(node(8)), Optional.of(start), Map.of()));
  }

  /// From the preparation of an attempt to all ranks in their function.
  public Story run(String start) {
    return prepared(start).joined();
  }

  /// From the start of an attempt's workers to all ranks in their function.
  public Story joined() {
    for (Worker worker : state.group()) {
      if (worker.phase() == WorkerPhase.STARTING) {
        happens(new Event.WorkerUp(worker.id(), 1000 + worker.rank()));
      }
      happens(new Event.WorkerReady(state.attempt(), worker.id(), Optional.empty()));
    }
    for (Worker worker : state.group()) {
      happens(new Event.WorkerEntered(state.attempt(), worker.id()));
    }
    return this;
  }

  public Story happens(Event event) {
    last = machine.step(state, event, now);
    state = last.state();
    effects.addAll(last.effects());
    return this;
  }

  Instant now() {
    return now;
  }

  Story passes(Duration time) {
    now = now.plus(time);
    return this;
  }

  /// Time passes and a timer of this attempt rings.
  public Story rings(Timer timer, Duration after) {
    passes(after);
    return happens(new Event.TimerFired(OptionalInt.of(state.attempt()), timer));
  }

  String worker(int rank) {
    return state.group().get(rank).id();
  }

  public Story dies(int rank) {
    return lost(worker(rank), new Exit.Signal(9, "SIGKILL"));
  }

  /// Where the last attempt that ranks were told to join begins.
  public StartPoint begins() {
    return all(Effect.SendJoin.class).getLast().start();
  }

  /// The same, which is what a rank holds in memory.
  public StartPoint.InMemory beginsInMemory() {
    return (StartPoint.InMemory) begins();
  }

  public Story unwinds(int rank) {
    return unwinds(rank, Optional.empty());
  }

  public Story unwinds(int rank, HeldCommit held) {
    return unwinds(rank, Optional.of(held));
  }

  private Story unwinds(int rank, Optional<HeldCommit> held) {
    return happens(new Event.Unwound(state.attempt(), worker(rank), Optional.empty(), held));
  }

  Story lost(String worker, Exit exit) {
    return happens(new Event.WorkerLost(worker, exit, "last words"));
  }

  Story returns(int rank) {
    return happens(
        new Event.Returned(state.attempt(), worker(rank), "\"value " + rank + "\"", false));
  }

  public Story fails(int rank, long step, String exception) {
    return fails(rank, step, exception, false);
  }

  Story fails(int rank, long step, String exception, boolean consequence) {
    var thrown =
        new Event.Thrown(
            step,
            exception,
            "threw " + exception,
            Optional.of("Loop.java:7"),
            Optional.of("stack of it"),
            consequence);
    return happens(new Event.Failed(state.attempt(), worker(rank), thrown, Optional.empty()));
  }

  public Story fails(int rank, String exception, HeldCommit held) {
    var thrown =
        new Event.Thrown(
            held.step(),
            exception,
            "threw " + exception,
            Optional.of("Loop.java:7"),
            Optional.of("stack of it"),
            false);
    return happens(new Event.Failed(state.attempt(), worker(rank), thrown, Optional.of(held)));
  }

  public Story progress(int rank, long step) {
    return happens(new Event.Progress(state.attempt(), Map.of(rank, step)));
  }

  Story part(int rank, int ordinal, long step, boolean whole) {
    var part = new RankPart(rank, whole, 1, Metrics.of("loss", 1.0 / step), "{}");
    return happens(new Event.PartStored(state.attempt(), worker(rank), ordinal, step, part));
  }

  public Story commit(int ordinal, long step) {
    return part(0, ordinal, step, true).manifest(ordinal);
  }

  Story manifest(int ordinal) {
    String name = "c" + ordinal;
    return happens(new Event.CheckpointStored(state.attempt(), ordinal, name, "hash" + ordinal));
  }

  /// Everybody who was told to end does.
  public Story endsWhoWasTold() {
    for (Worker worker : state.workers()) {
      if (worker.alive() && worker.ending()) {
        lost(worker.id(), new Exit.Status(0));
      }
    }
    return this;
  }

  public Story stop(boolean atOnce) {
    return happens(new Event.StopAsked("Ctrl-C", atOnce));
  }

  Story tick(String... heard) {
    return happens(new Event.Tick(Set.of(heard)));
  }

  public RunStatus status() {
    return state.status();
  }

  String failure() {
    return state.failure().orElseThrow().what();
  }

  public <E extends Effect> List<E> all(Class<E> kind) {
    return effects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  List<String> kept() {
    return state.kept().stream().map(CommittedCheckpoint::name).toList();
  }
}
