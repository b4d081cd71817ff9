package dev.manta.cli;

import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.ControlRecord;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.LastArrivals;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import dev.manta.train.ReportedCheckpoint.Validation;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A run that is written as a controller writes it.
final class RunOnDisk {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");

  final Path directory;
  private final ControlLog log;
  private RunFile file;
  private Duration setBack = Duration.ZERO;
  private long number;

  RunOnDisk(Path storage, String name) throws IOException {
    directory = Files.createDirectories(storage.resolve(name));
    log = new ControlLog(Storages.at(Location.of(directory)), Location.of(directory));
    var loop = new LoopSpec("com.acme.Train", "train", "", "{\"lr\":0.1}");
    file =
        new RunFile(
            name,
            START,
            loop,
            "",
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    write();
    driver(ProcessHandle.current().pid());
    add(new Control.TermOpened(1, START, 1, "here"));
  }

  private void write() throws IOException {
    Files.write(directory.resolve("run.json"), Bind.write(file).bytes());
  }

  RunOnDisk reducing(String key, ReportReduction reduction) throws IOException {
    file =
        new RunFile(
            file.name(),
            file.created(),
            file.loop(),
            "",
            Map.of(key, reduction),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    write();
    return this;
  }

  void driver(long pid) throws IOException {
    Files.writeString(directory.resolve("run.lock"), Long.toString(pid));
  }

  RunOnDisk state(RunStatus status, int attempt, String reason) {
    var event = new Event.ControllerStarted(1);
    RunState after = stateOf(status, attempt, reason);
    add(new Control.Transition(1, now(), event, reason, after, List.of()));
    return this;
  }

  /// An attempt with one rank in its function, which started from a checkpoint.
  RunOnDisk training(long pid) {
    var seat = new Seat(0, "here", 0, 1, 0, "cpu", 1);
    Worker worker = Worker.starting("w0", 1, seat).up(pid).phase(WorkerPhase.ENTERED);
    RunState after =
        Bind.read(
            Bind.write(stateOf(RunStatus.RUNNING, 1, "training"))
                .asObject()
                .with("startedFrom", Json.of("checkpoint-000005"))
                .with("workers", Bind.write(List.of(worker))),
            RunState.class);
    add(
        new Control.Transition(
            1, now(), new Event.Tick(Set.of()), "ranks are in", after, List.of()));
    return this;
  }

  /// A run that began to train and was told to stop within one record.
  RunOnDisk trainedAndStopped(String trains, String stops) {
    var ranksAreIn = new Event.Tick(Set.of());
    var stopAsked = new Event.StopAsked("manta stop", false);
    List<Control.Step> steps =
        List.of(
            new Control.Step(now(), ranksAreIn, trains, RunStatus.RUNNING, 1, List.of()),
            new Control.Step(now(), stopAsked, stops, RunStatus.STOPPING, 1, List.of()));
    add(new Control.Transitions(1, now(), steps, stateOf(RunStatus.STOPPING, 1, stops)));
    return this;
  }

  RunOnDisk noticed(String reason) {
    var event =
        new Event.Noticed(new NoticedRanks.Some(List.of(1)), Duration.ofSeconds(5), "SIGTERM");
    RunState after = stateOf(RunStatus.RUNNING, 1, reason);
    add(new Control.Transition(1, now(), event, reason, after, List.of()));
    return this;
  }

  private static RunState stateOf(RunStatus status, int attempt, String reason) {
    JsonObject json =
        Bind.write(RunState.fresh())
            .asObject()
            .with("status", Json.of(status.name()))
            .with("attempt", Json.of(attempt))
            .with("reason", Json.of(reason))
            .with("reached", Json.of(7))
            .with("bookedTo", Json.of(START.toString()))
            .with("arrivals", Bind.write(new LastArrivals(1, List.of(), List.of(2L, 6L), 0)));
    return Bind.read(json, RunState.class);
  }

  RunOnDisk checkpoint(String name, double accuracy) {
    return checkpoint(name, accuracy, "");
  }

  RunOnDisk checkpoint(String name, double accuracy, String damage) {
    Metrics metrics = Metrics.of("accuracy", accuracy);
    var checkpoint =
        new CommittedCheckpoint(
            name,
            1,
            1,
            5,
            1,
            "hash",
            now(),
            metrics,
            Validation.NONE,
            Optional.of(damage),
            Optional.empty());
    add(new Control.Checkpoints(1, now(), name + " is committed", List.of(checkpoint), List.of()));
    return this;
  }

  RunOnDisk clockSetBack(Duration by) {
    setBack = by;
    return this;
  }

  private Instant now() {
    return START.plusSeconds(number).minus(setBack);
  }

  private void add(Control control) {
    number++;
    log.append(
        new ControlRecord(
            number,
            control.term(),
            "test",
            control.at(),
            control.getClass().getSimpleName(),
            control.reason(),
            Bind.write(control, Control.class)));
  }

  RunOnDisk metrics(String... lines) throws IOException {
    Path metrics = Files.createDirectories(directory.resolve("metrics"));
    Files.writeString(metrics.resolve("000000000001.jsonl"), String.join("\n", lines) + "\n");
    return this;
  }

  RunOnDisk log(String file, String text) throws IOException {
    Path logs = Files.createDirectories(directory.resolve("logs"));
    Files.writeString(logs.resolve(file), text);
    return this;
  }
}
