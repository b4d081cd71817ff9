package dev.manta.cli.runs;

import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.stored.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta scale`
@Command(
    name = "scale",
    description = {
      "Ask a run that was started with workers(min, max) to have so many workers.",
      "It changes at its next commit; nobody who stays is restarted."
    })
public final class ScaleCommand implements Callable<Integer> {
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(5);
  private static final long LOOK_EVERY_MILLIS = 50;

  @Parameters(index = "0", paramLabel = "RUN", description = "The run's name, or its location.")
  String reference = "";

  @Parameters(index = "1", paramLabel = "N", description = "How many workers.")
  int workers;

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    if (workers < 1) {
      throw new IllegalArgumentException("N must be at least 1, not " + workers);
    }
    StoredRun run = storage.run(reference);
    run.requireUnderWay();
    Instant asked = Instant.now().minusMillis(1);
    RunRequests.ask(run.location(), new RunRequest.Scale(workers, "manta scale"));
    Optional<Answer> answer = answer(run, asked);
    spec.commandLine().getOut().println(run.name() + ": " + text(answer));
    return answer.map(Answer::taken).orElse(true)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  /// What the log says of what was asked.
  private record Answer(Control.Step step, boolean taken) {}

  private static String text(Optional<Answer> answer) {
    return answer
        .map(said -> said.step().reason())
        .orElse("asked; `manta show` says what becomes of it");
  }

  private static Optional<Answer> answer(StoredRun run, Instant since) throws InterruptedException {
    Instant end = since.plus(ANSWERED_WITHIN);
    Optional<Answer> found = find(run, since);
    while (found.isEmpty() && Instant.now().isBefore(end)) {
      Thread.sleep(LOOK_EVERY_MILLIS);
      found = find(run, since);
    }
    return found;
  }

  private static Optional<Answer> find(StoredRun run, Instant since) {
    return run.records().reversed().stream()
        .takeWhile(record -> !record.at().isBefore(since))
        .flatMap(record -> answers(record).stream())
        .findFirst();
  }

  /// The newest first.
  private static List<Answer> answers(Control record) {
    return record.steps().reversed().stream()
        .filter(step -> step.event() instanceof Event.ScaleAsked)
        .map(step -> new Answer(step, isTaken(step, record)))
        .toList();
  }

  private static boolean isTaken(Control.Step step, Control record) {
    return step.event() instanceof Event.ScaleAsked asked
        && record.whole().map(state -> state.scale().asked().orElse(0)).orElse(0)
            == asked.workers();
  }
}
