package dev.manta.internal.run;

import dev.manta.internal.run.state.AttemptFailures;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.PendingCheckpoint;
import dev.manta.internal.run.state.PreemptionNotice;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Why a run stands where it stands: what it waits for, who is late, and what to do about it. A
/// pure rule over what was written down of the run.
public final class RunDiagnosis {
  /// One thing that is so, and what may follow.
  ///
  /// @param nextStep what somebody can do; empty where nothing need be done
  public record Finding(String what, Optional<String> nextStep) {
    static Finding of(String what) {
      return new Finding(what, Optional.empty());
    }

    static Finding of(String what, String nextStep) {
      return new Finding(what, Optional.of(nextStep));
    }
  }

  private final String name;
  private final RunState state;
  private final Instant now;
  private final List<Finding> findings = new ArrayList<>();

  private RunDiagnosis(String name, RunState state, Instant now) {
    this.name = name;
    this.state = state;
    this.now = now;
  }

  /// What there is to say, the most telling first; never empty.
  ///
  /// @param name the run's name, as a command takes it
  /// @param driven whether somebody drives the run, or may do so
  public static List<Finding> of(String name, RunState state, boolean driven, Instant now) {
    return new RunDiagnosis(name, state, now).find(driven);
  }

  private List<Finding> find(boolean driven) {
    if (state.status().ended()) {
      ended();
    } else if (!driven) {
      add("its driver is gone", resume());
    } else {
      underWay();
    }
    return List.copyOf(findings);
  }

  private void add(String what) {
    findings.add(Finding.of(what));
  }

  private void add(String what, String nextStep) {
    findings.add(Finding.of(what, nextStep));
  }

  private void ended() {
    switch (state.status()) {
      case FINISHED -> add("it has finished, and waits for nothing");
      case STOPPED -> add("it was stopped: " + state.reason(), resume());
      case FAILED ->
          add(
              "it failed: " + state.reason(),
              "`manta show %s` has the failure; once its cause is gone, %s"
                  .formatted(name, resume()));
      case STARTING, RUNNING, RESTARTING, STOPPING ->
          throw new IllegalStateException(state.status() + " is not an end");
    }
  }

  private String resume() {
    String from =
        state
            .newest()
            .map(checkpoint -> "step " + checkpoint.step() + " (" + checkpoint.name() + ")")
            .orElse("the beginning, as it has no checkpoint");
    return "start it again under this name: it resumes from " + from;
  }

  private void underWay() {
    state
        .scale()
        .waits()
        .ifPresent(
            what ->
                add(
                    "it waits for capacity: " + what,
                    "free what it asks for, add a machine, or ask for fewer workers: manta scale %s N"
                        .formatted(name)));
    switch (state.status()) {
      case STARTING -> starting();
      case RESTARTING -> restarting();
      case STOPPING -> stopping();
      case RUNNING -> running();
      case FINISHED, FAILED, STOPPED ->
          throw new IllegalStateException(state.status() + " is an end");
    }
    notices();
    if (findings.isEmpty()) {
      add("it trains at step " + state.reached() + ", and waits for nothing");
    }
  }

  private void starting() {
    await(worker -> worker.phase() == WorkerPhase.STARTING, "for the process of", "to start");
    await(worker -> worker.phase() == WorkerPhase.UP, "for", "to load its code and join");
    boolean all = !state.group().isEmpty() && state.group().stream().allMatch(this::isReady);
    if (all && !state.current().opened()) {
      add("every rank has joined, and the group is being formed");
    }
    due(Timer.OfRun.START).ifPresent(left -> add("the attempt is given up " + left));
  }

  private boolean isReady(Worker worker) {
    return worker.phase() == WorkerPhase.READY || worker.phase() == WorkerPhase.ENTERED;
  }

  private void restarting() {
    state
        .trouble()
        .map(AttemptFailures::said)
        .ifPresent(
            said ->
                add(
                    "attempt %s has failed: %s".formatted(state.attempt(), said),
                    "`manta show %s` has the failure, `manta logs %s` what workers printed"
                        .formatted(name, name)));
    await(worker -> worker.phase() == WorkerPhase.ENTERED, "for", "to leave its function");
    due(Timer.OfRun.BACKOFF).ifPresent(left -> add("the next attempt begins " + left));
    starting();
  }

  private void stopping() {
    String by = state.stopping().map(stopping -> " by " + stopping.by()).orElse("");
    add("it was told to stop" + by);
    await(
        worker -> worker.phase() == WorkerPhase.ENTERED,
        "for",
        "to finish its step and leave its function");
    due(Timer.OfRun.STOP).ifPresent(left -> add("who is left is ended " + left));
    pending();
    findings.set(
        0,
        Finding.of(
            findings.getFirst().what(), "`manta stop %s --now` ends it at once".formatted(name)));
  }

  private void running() {
    if (state.trouble().isPresent()) {
      restarting();
      return;
    }
    for (LateRank late : state.current().late()) {
      add(
          late + at(late),
          "see where it is: manta stack %s --rank %s".formatted(name, late.rank()));
    }
    state.group().stream()
        .filter(worker -> worker.alive() && worker.missed() > 0)
        .forEach(
            worker ->
                add(
                    "%s has left %s pings in a row unanswered"
                        .formatted(who(worker), worker.missed()),
                    "its machine may be overloaded, swapping or cut off"));
    pending();
  }

  /// The first frame that is not the JDK's is where a program waits.
  private static String at(LateRank late) {
    return late.stacks()
        .flatMap(RunDiagnosis::ownFrame)
        .map(frame -> "; its function is at " + frame)
        .orElse("");
  }

  private static Optional<String> ownFrame(String stacks) {
    return stacks
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("at "))
        .map(line -> line.substring("at ".length()))
        .filter(frame -> !frame.matches("(java|jdk|sun|dev\\.manta)[./].*"))
        .findFirst();
  }

  private void pending() {
    for (PendingCheckpoint checkpoint : state.current().pending()) {
      String missing =
          state.group().stream()
              .filter(worker -> !checkpoint.has(worker.rank()))
              .map(worker -> String.valueOf(worker.rank()))
              .collect(Collectors.joining(", "));
      String waits =
          checkpoint.committing()
              ? "to be written down"
              : missing.isEmpty() ? "for its parts" : "for parts of ranks " + missing;
      add("the checkpoint of step %s waits %s".formatted(checkpoint.step(), waits));
    }
  }

  private void notices() {
    for (PreemptionNotice notice : state.notices()) {
      add(
          "rank %s will be taken away %s, and is replaced at a commit before that"
              .formatted(notice.rank(), left(notice.deadline())));
    }
  }

  private void await(Predicate<Worker> who, String what, String until) {
    List<Worker> awaited = state.group().stream().filter(who).toList();
    if (!awaited.isEmpty()) {
      String names = awaited.stream().map(RunDiagnosis::who).collect(Collectors.joining(", "));
      add("it waits %s %s %s".formatted(what, names, until));
    }
  }

  private static String who(Worker worker) {
    String process = worker.pid().isPresent() ? ", pid " + worker.pid().getAsLong() : "";
    return "rank %s (on %s%s)".formatted(worker.rank(), worker.seat().node(), process);
  }

  private Optional<String> due(Timer timer) {
    return Optional.ofNullable(state.timers().get(timer)).map(this::left);
  }

  private String left(Instant at) {
    long seconds = Duration.between(now, at).toSeconds();
    return seconds > 0 ? "in " + seconds + " s" : "any moment";
  }
}
