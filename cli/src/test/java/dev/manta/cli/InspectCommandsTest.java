package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.machine.Scratch;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
final class InspectCommandsTest {
  private static final long NO_PROCESS = 999_999_999;
  private static final String WORKER = "dev.manta.internal.worker.WorkerMain";
  private static final long HERE = ProcessHandle.current().pid();

  @TempDir Path storage;

  private Typed manta(String... words) {
    List<String> args = new ArrayList<>(List.of(words));
    args.addAll(List.of("--storage", storage.toString()));
    return Typed.manta(args.toArray(new String[0]));
  }

  private RunOnDisk digits() throws IOException {
    return new RunOnDisk(storage, "digits")
        .state(RunStatus.STARTING, 1, "1 worker is started")
        .metrics(report(1, 1, "1.0"), report(2, 2, "0.5"), report(3, 9, "0.25"));
  }

  private static String report(int sequence, int step, String loss) {
    return "{\"attempt\":1,\"rank\":0,\"worker\":\"w0\",\"seq\":%s,\"step\":%s,\"epoch\":0,\"at\":\"2026-01-01T10:00:00Z\",\"metrics\":{\"loss\":%s,\"rows\":8}}"
        .formatted(sequence, step, loss);
  }

  @Test
  void aRunThatTrainsSaysThatItWaitsForNothing() throws IOException {
    digits().training(HERE);
    assertThat(manta("why", "digits").out())
        .isEqualTo("digits  running\n  it trains at step 7, and waits for nothing\n");
  }

  @Test
  void aRunWithoutADriverSaysWhatToDo() throws IOException {
    digits().training(NO_PROCESS).driver(NO_PROCESS);
    assertThat(manta("why", "digits").out())
        .isEqualTo(
            "digits  interrupted\n  its driver is gone\n    → start it again under this name: it resumes from the beginning, as it has no checkpoint\n");
    assertThat(Json.parse(manta("why", "digits", "--json").out()).asObject().get("status"))
        .isEqualTo(Json.of("interrupted"));
  }

  @Test
  void metricsAreDrawnAsCurves() throws IOException {
    digits();
    assertThat(manta("show", "digits", "--chart").out())
        .startsWith("digits  starting\n\nloss\n 1.000 ┤")
        .contains("0.2500 ┤", "step 1  ")
        .endsWith("\n\nmore metrics, which --metric shows: rows\n");
    assertThat(manta("show", "digits", "--chart", "--metric", "rows").out())
        .contains("rows")
        .doesNotContain("loss");
  }

  @Test
  void aCurveThatIsNotThereIsNamedWithThoseThatAre() throws IOException {
    digits();
    assertThat(manta("show", "digits", "--chart", "--metric", "los").err())
        .contains("the run has no metric \"los\" with numbers; there are [loss, rows]");
  }

  @Test
  void runsThatAreUnderWayAreListedWithTheirLoad() throws IOException {
    digits().training(HERE);
    new RunOnDisk(storage, "other").state(RunStatus.FINISHED, 1, "every rank returned");
    assertThat(manta("top", "--times", "2", "--seconds", "0.01").out())
        .containsPattern("digits +running +1 +9 +– +– +\\d+\\.\\d GB +loss 0.2500")
        .containsPattern("digits +running +1 +9 +0.0 +\\d+ % ")
        .doesNotContain("other");
  }

  @Test
  void aMachineWithoutRunsSaysSo() {
    assertThat(manta("top", "--times", "1").out())
        .isEqualTo("no run is under way in " + storage + "\n");
  }

  @Test
  void aTrackerThatMissesNothingIsNotCalled() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned");
    assertThat(manta("sync", "digits").out())
        .isEqualTo("digits: nothing on this machine is to be sent\n");
  }

  @Test
  void aRunThatIsUnderWaySendsItsTrackersItself() throws IOException {
    digits().training(HERE);
    assertThat(manta("sync", "digits").err()).contains("run digits is under way");
  }

  @Test
  void aRunThatHasEndedHasNoStacks() throws IOException {
    digits().state(RunStatus.FINISHED, 1, "every rank returned");
    assertThat(manta("stack", "digits").err())
        .contains("run digits has finished: it has no workers any more");
  }

  @Test
  void aRankThatIsNotThereIsNamed() throws IOException {
    digits().training(HERE);
    assertThat(manta("stack", "digits", "--rank", "3").err())
        .contains("run digits has ranks 0 to 0, and no rank 3");
  }

  @Test
  void workersOfOtherMachinesAreNotLookedInto() throws IOException {
    digits().training(ProcessHandle.current().parent().orElseThrow().pid());
    assertThat(manta("stack", "digits").err())
        .contains(
            "no worker of run digits runs on this machine: its workers are on here; run manta stack or manta profile there");
  }

  /// A thread of this process that stands for a rank which trains.
  private static final class Rank implements AutoCloseable {
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread thread = new Thread(this::train, "rank-0");
    private volatile double sum;

    Rank() {
      thread.start();
    }

    private void train() {
      while (!ended.get()) {
        sum += Math.sin(sum);
      }
    }

    @Override
    public void close() {
      ended.set(true);
    }
  }

  @Test
  void theStackOfATrainingFunctionIsShown() throws IOException {
    digits().training(HERE);
    try (var rank = new Rank()) {
      assertThat(rank.thread.isAlive()).isTrue();
      assertThat(manta("stack", "digits").out())
          .startsWith("rank 0 (w0, pid " + HERE + ")\n")
          .contains("\"rank-0\"", "InspectCommandsTest$Rank.train")
          .doesNotContain("\"main\"");
    }
  }

  /// How long recordings of this process last at most that somebody begins meanwhile, and where
  /// they are written.
  private static final class Begun implements FlightRecorderListener, AutoCloseable {
    private final Queue<String> all = new ConcurrentLinkedQueue<>();

    Begun() {
      FlightRecorder.addListener(this);
    }

    @Override
    public void recordingStateChanged(Recording recording) {
      if (recording.getState() == RecordingState.RUNNING) {
        all.add(recording.getDuration() + " " + recording.getDestination());
      }
    }

    @Override
    public void close() {
      FlightRecorder.removeListener(this);
    }
  }

  @Test
  void aRecordingEndsByItselfWhereNobodyEndsIt(@TempDir Path pages) throws IOException {
    digits().training(HERE);
    try (var begun = new Begun()) {
      manta("profile", "digits", "--seconds", "1", "--out", pages.toString());
      assertThat(begun.all).containsExactly("PT5M1S " + pages.resolve("digits-rank-0.jfr"));
    }
  }

  @Test
  void aProfileIsAPageOfItsOwn(@TempDir Path pages) throws IOException {
    digits().training(HERE);
    try (var rank = new Rank()) {
      assertThat(rank.thread.isAlive()).isTrue();
      Typed typed = manta("profile", "digits", "--seconds", "1", "--out", pages.toString());
      assertThat(typed.out()).contains("samples in " + pages.resolve("digits-rank-0.html"));
    }
    assertThat(Files.readString(pages.resolve("digits-rank-0.html")))
        .contains("digits, rank 0, 1 s", "InspectCommandsTest$Rank.train");
  }

  /// A process whose arguments are those of a worker of a run, and which prints into its log.
  ///
  /// @param directory the run's on its node
  private Process python(String begin, Path directory) throws IOException {
    Path log = Files.createDirectories(storage.resolve("digits/logs")).resolve("rank-0-w0.log");
    String temp = "-Djava.io.tmpdir=" + Scratch.ofRun(directory).resolve("w0");
    String script = begin + "\nprint('up', flush=True)\ndef train():\n    input()\ntrain()";
    Process process =
        new ProcessBuilder("python3", "-c", script, "door", "w0", "1000", WORKER, temp)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    while (process.isAlive() && !Files.readString(log).contains("up")) {
      Thread.onSpinWait();
    }
    return process;
  }

  /// What a command prints of a rank in Python that another process drives.
  private Typed stack(Path directory) throws Exception {
    RunOnDisk run = digits();
    Process process =
        python(
            "import faulthandler, signal\nfaulthandler.register(signal.SIGUSR1, all_threads=True)",
            directory);
    try {
      run.training(process.pid()).driver(NO_PROCESS);
      return manta("stack", "digits");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void theStackOfARankInPythonComesFromItsLog() throws Exception {
    assertThat(stack(storage.resolve("digits")).out())
        .contains("File \"<string>\", line 5 in train");
  }

  @Test
  void theStackOfARankThatADaemonStartedIsShown(@TempDir Path node) throws Exception {
    String id = RunSite.of("digits", Location.of(storage.resolve("digits"))).id();
    assertThat(stack(node.resolve(id)).out()).contains("File \"<string>\", line 5 in train");
  }

  @Test
  void aWorkerOfAnotherRunWithTheSameIdsIsNotLookedInto() throws Exception {
    assertThat(stack(storage.resolve("other")).err())
        .contains("no worker of run digits runs on this machine");
  }

  @Test
  void aRankThatASignalWouldEndGetsNone() throws Exception {
    RunOnDisk run = digits();
    Process process = python("", storage.resolve("digits"));
    try {
      run.training(process.pid());
      Typed typed = manta("stack", "digits");
      assertThat(typed.exitCode()).isEqualTo(1);
      assertThat(typed.out()).contains("does not write its stacks on SIGUSR1");
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
