package dev.manta.tune.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Manta;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.internal.control.record.RunSite;
import dev.manta.storage.Location;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.Point;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Saved;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
public class RunTrialsTest {
  private static final int EPOCHS = 4;

  @TempDir Path directory;

  private final BlockingQueue<ExperimentEvent> told = new LinkedBlockingQueue<>();

  public record Config(double x) {}

  /// Reports all its epochs; ends well only where it had none to do.
  public static void train(TrainContext<Config> ctx) {
    boolean again = ctx.checkpoint().isPresent();
    ctx.live("weights", new double[1]);
    for (int epoch : ctx.epochs(EPOCHS)) {
      ctx.report(Metrics.of("loss", ctx.config().x(), "epoch", epoch), ctx.snapshot());
    }
    if (!again) {
      throw new IllegalStateException("as if killed behind its last checkpoint");
    }
  }

  private static Trainer trainer() {
    return Trainer.of(RunTrialsTest::train, new Config(1)).scaling(ScalingConfig.inProcess(1));
  }

  private List<ExperimentEvent> toldToTheEnd() throws InterruptedException {
    List<ExperimentEvent> all = new ArrayList<>();
    while (all.isEmpty() || !(all.getLast() instanceof ExperimentEvent.Left)) {
      all.add(told.take());
    }
    return all;
  }

  @Test
  void aRunThatResumesBehindWhatItsDriverHasHeardSaysWhatIsMissing() throws Exception {
    var trials = Location.of(directory.resolve("search/trials"));
    RunConfig config = RunConfig.named("trial-00000").storage(trials.toString()).quiet();
    Trainer first = trainer().run(config.failures(FailureConfig.none()));
    assertThatThrownBy(first::fit).isInstanceOf(TrainingFailed.class);

    var site = RunSite.of("search", Location.of(directory.resolve("search")));
    var trained = new RunTrials.Trained(trainer(), PointConfig.of(Config.class));
    Optional<Saved> heardOf = Optional.of(TrialRuns.saved("trial-00000", "the-one-before"));
    try (var runs =
        new RunTrials(
            Manta.local(), trained, site, Set.of(), news -> Collections.addAll(told, news))) {
      Point point = new Point(Map.of("x", 1.0));
      runs.begin(new Order.Begin(0, 2, point, 0, heardOf, EPOCHS - 1, OptionalInt.empty()));
      List<ExperimentEvent> all = toldToTheEnd();

      assertThat(all).filteredOn(ExperimentEvent.Reported.class::isInstance).hasSize(EPOCHS);
      assertThat(all)
          .filteredOn(ExperimentEvent.Stored.class::isInstance)
          .last()
          .satisfies(
              each -> assertThat(((ExperimentEvent.Stored) each).runStep()).isEqualTo(EPOCHS));
      assertThat(((ExperimentEvent.Left) all.getLast()).manner())
          .isEqualTo(ExperimentEvent.Manner.RETURNED);
    }
  }

  @Test
  void aTrainerThatStartsOverResumesTheRunsOfItsTrials() throws Exception {
    var trials = Location.of(directory.resolve("search/trials"));
    RunConfig config = RunConfig.named("trial-00000").storage(trials.toString()).quiet();
    Trainer first = trainer().run(config.failures(FailureConfig.none()));
    assertThatThrownBy(first::fit).isInstanceOf(TrainingFailed.class);

    var site = RunSite.of("search", Location.of(directory.resolve("search")));
    Trainer fresh = trainer().run(RunConfig.defaults().fresh());
    try (var runs =
        new RunTrials(
            Manta.local(),
            new RunTrials.Trained(fresh, PointConfig.of(Config.class)),
            site,
            Set.of(),
            news -> Collections.addAll(told, news))) {
      Optional<Saved> from = Optional.of(TrialRuns.saved("trial-00000", "the-one-before"));
      Point point = new Point(Map.of("x", 1.0));
      runs.begin(new Order.Begin(0, 2, point, 0, from, EPOCHS, OptionalInt.empty()));
      assertThat(((ExperimentEvent.Left) toldToTheEnd().getLast()).manner())
          .isEqualTo(ExperimentEvent.Manner.RETURNED);
    }
    try (var made = Files.list(directory.resolve("search/trials"))) {
      assertThat(made)
          .extracting(each -> each.getFileName().toString())
          .containsExactly("trial-00000");
    }
  }
}
