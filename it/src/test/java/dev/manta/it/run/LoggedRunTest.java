package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.TrainLoop;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedTable;
import dev.manta.train.logged.LoggedText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What ranks log beside metrics is in storage, whatever happens to them and to it.
@Timeout(300)
class LoggedRunTest {
  private static final int STEPS = 4;

  @TempDir Path storage;

  record Config(int killedAt) {}

  static void train(TrainContext<Config> ctx) {
    ctx.live("weights", new float[1]);
    for (long step : ctx.steps(STEPS)) {
      ctx.log("note", "attempt " + ctx.attempt() + ", before report " + (step + 1));
      if (ctx.attempt() == 1 && ctx.rank() == 1 && step + 1 == ctx.config().killedAt()) {
        Runtime.getRuntime().halt(9);
      }
      ctx.barrier();
      ctx.report(Metrics.of("step", step));
    }
  }

  static void logsEverything(TrainContext<Config> ctx) {
    ctx.log("samples", LoggedImage.of(new byte[12], 2, 2, 3));
    ctx.log("weights/first", Histogram.of(1f, 2f, Float.NaN));
    ctx.log("confusion", LoggedTable.of("class", "right").row("cat", 3));
    ctx.report(Metrics.of("loss", 0.5));
    ctx.log("note", "after the last report");
  }

  static void losesItsStorage(TrainContext<Config> ctx) {
    try {
      Files.createFile(Path.of(ctx.storage()).resolve("media"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (int step = 0; step < 1000; step++) {
      ctx.log("note", "lost");
      ctx.report(Metrics.of("step", step));
    }
  }

  static void logsAndThrows(TrainContext<Config> ctx) {
    ctx.log("loss", "is NaN");
    throw new IllegalStateException("no more rows");
  }

  private Trainer trainer(
      TrainLoop<Config> loop, Config config, ScalingConfig scaling, RunListener listener) {
    return Trainer.of(loop, config)
        .scaling(scaling)
        .run(
            RunConfig.named("logs")
                .storage(storage.toString())
                .failures(FailureConfig.retries(1).spares(0))
                .listener(listener)
                .quiet());
  }

  private static List<String> texts(Result result, String name) {
    return result.logged(name).stream()
        .map(item -> item.rank() + "@" + item.step() + " " + ((LoggedText) item.read()).text())
        .toList();
  }

  private static final class Heard implements RunListener {
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void logged(LoggedItem item) {
      paths.add(item.path());
    }

    @Override
    public void line(int rank, String line) {
      lines.add(line);
    }
  }

  @Test
  void everyKindIsStoredToldAndReadFromTheResult() {
    Heard heard = new Heard();
    var scaling = ScalingConfig.workers(2);
    Result result = trainer(LoggedRunTest::logsEverything, new Config(0), scaling, heard).fit();
    assertThat(result.logged()).hasSize(8);
    assertThat(result.logged("samples").getFirst().read())
        .isEqualTo(LoggedImage.of(new byte[12], 2, 2, 3));
    assertThat(((Histogram) result.logged("weights/first").getLast().read()).nan()).isEqualTo(1);
    assertThat(result.logged("confusion").getFirst().read())
        .isEqualTo(LoggedTable.of("class", "right").row("cat", 3L));
    assertThat(texts(result, "note"))
        .containsExactly("0@2 after the last report", "1@2 after the last report");
    assertThat(heard.paths)
        .containsExactlyInAnyOrderElementsOf(
            result.logged().stream().map(LoggedItem::path).toList());
  }

  @Test
  void aStepThatIsDoneAgainAfterAKillIsLoggedOnce() {
    Result result =
        trainer(LoggedRunTest::train, new Config(3), ScalingConfig.workers(2), new Heard()).fit();
    assertThat(result.attempts()).isEqualTo(2);
    List<String> notes = texts(result, "note");
    // what the killed rank had not stored yet of the steps before is lost with it
    assertThat(notes.stream().map(note -> note.split(" ", 2)[0]))
        .doesNotHaveDuplicates()
        .contains("0@1", "0@2");
    assertThat(notes)
        .contains(
            "0@3 attempt 2, before report 3",
            "1@3 attempt 2, before report 3",
            "0@4 attempt 2, before report 4",
            "1@4 attempt 2, before report 4");
  }

  @Test
  void withoutStorageForItTrainingContinuesAndAWarningSaysSo() {
    Heard heard = new Heard();
    var scaling = ScalingConfig.workers(1);
    Result result = trainer(LoggedRunTest::losesItsStorage, new Config(0), scaling, heard).fit();
    assertThat(result.metrics().number("step")).isEqualTo(999);
    assertThat(heard.lines.stream().filter(line -> line.contains("cannot be stored"))).hasSize(1);
    assertThat(heard.lines).anyMatch(line -> line.contains("of what was logged, 1000 are not"));
  }

  @Test
  void whatWasLoggedBeforeAnExceptionIsThere() {
    var scaling = ScalingConfig.inProcess(1);
    Trainer trainer = trainer(LoggedRunTest::logsAndThrows, new Config(0), scaling, new Heard());
    TrainingFailed failed = catchThrowableOfType(TrainingFailed.class, trainer::fit);
    assertThat(texts(failed.result(), "loss")).containsExactly("0@1 is NaN");
  }
}
