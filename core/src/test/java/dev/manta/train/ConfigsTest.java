package dev.manta.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// What configs are when nobody says anything, and what they refuse.
class ConfigsTest {
  private static void refused(ThrowingCallable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
  }

  @Test
  void workersGetOneCoreAndArePacked() {
    assertThat(ScalingConfig.workers(2))
        .isEqualTo(
            new ScalingConfig(
                new WorkerCount(2, 2),
                Resources.cpus(1),
                Placement.PACK,
                Map.of(),
                Optional.empty(),
                new ScalingConfig.WorkerJvm(Optional.empty(), List.of()),
                false));
    assertThat(ScalingConfig.inProcess(2).inProcess()).isTrue();
    assertThat(ScalingConfig.workers(2, 8).workers().elastic()).isTrue();
  }

  @Test
  void countsOfWorkersThatMakeNoSenseAreRefused() {
    refused(() -> ScalingConfig.workers(0), "workers must be at least 1, not 0");
    refused(() -> ScalingConfig.workers(8, 2), "max workers 2 is below min workers 8");
  }

  @Test
  void labelsAddUp() {
    ScalingConfig scaling = ScalingConfig.workers(1).label("zone", "a").label("rack", "7");
    assertThat(scaling.labels()).isEqualTo(Map.of("zone", "a", "rack", "7"));
  }

  @Test
  void aWorkersJvmTakesAHeapAndOptions() {
    ScalingConfig scaling = ScalingConfig.workers(1).heap("2g").jvmOptions("-Da=b", "-ea");
    assertThat(scaling.jvm().arguments()).containsExactly("-Xmx2g", "-Da=b", "-ea");
    assertThat(ScalingConfig.workers(1).jvm().arguments()).isEmpty();
  }

  @Test
  void heapsAndOptionsThatTheJvmWouldNotTakeAreRefused() {
    ScalingConfig one = ScalingConfig.workers(1);
    for (String heap : List.of("", "g", "2 g", "-2g", "much")) {
      refused(() -> one.heap(heap), "heap must be a size like 512m or 2g, not \"" + heap + "\"");
    }
    refused(() -> one.jvmOptions("ea"), "a JVM option starts with \"-\": \"ea\"");
  }

  @Test
  void aRunWithoutAConfigKeepsAllAndRetriesThreeTimes() {
    assertThat(RunConfig.defaults())
        .isEqualTo(
            new RunConfig(
                Optional.empty(),
                Optional.empty(),
                Duration.ofMinutes(10),
                FailureConfig.retries(3),
                CheckpointConfig.keepAll(),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                false,
                false,
                false,
                false));
  }

  @Test
  void aRunsNameIsOneThatADirectoryMayHave() {
    assertThat(RunConfig.named("a.B_c-1").name()).contains("a.B_c-1");
    for (String name : List.of("", ".a", "a b", "a/b", "ä", "x".repeat(101))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RunConfig.named(name))
          .withMessageStartingWith("a run's name is 1 to 100 letters, digits,")
          .withMessageEndingWith("\"" + name + "\"");
    }
  }

  @Test
  void whatIsPassedOnIsNamedOrFitsAPattern() {
    assertThat(RunConfig.named("a").passes("AWS_*", "HF_TOKEN").passes("X").passes())
        .containsExactly("AWS_*", "HF_TOKEN", "X");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RunConfig.named("a").passes("A=b"))
        .withMessageContaining("AWS_*")
        .withMessageEndingWith("\"A=b\"");
  }

  @Test
  void settingsOfARunAddUp() {
    RunListener listener = new RunListener() {};
    RunConfig config =
        RunConfig.named("a")
            .storage("/runs")
            .failures(FailureConfig.none())
            .checkpoints(CheckpointConfig.keep(1))
            .reduce("loss", ReportReduction.MEAN)
            .listener(listener)
            .listener(listener)
            .environment("A", "1")
            .fresh()
            .quiet();
    assertThat(config.storage()).contains("/runs");
    assertThat(config.failures()).isEqualTo(FailureConfig.none());
    assertThat(config.checkpoints().keep()).hasValue(1);
    assertThat(config.reductions()).containsOnlyKeys("loss");
    assertThat(config.listeners()).hasSize(2);
    assertThat(config.environment()).isEqualTo(Map.of("A", "1"));
    assertThat(config.startsOver() && config.silent()).isTrue();
  }

  @Test
  void failuresWaitFromASecondToAMinuteWithOneSpare() {
    assertThat(FailureConfig.retries(2))
        .isEqualTo(
            new FailureConfig(
                Retries.atMost(2),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                1,
                Retries.unlimited(),
                Duration.ofMinutes(10),
                false));
    assertThat(FailureConfig.retries(2).exclusive().lateMax(Duration.ofHours(1)).isExclusive())
        .isTrue();
    assertThat(FailureConfig.none().spares()).isZero();
    assertThat(FailureConfig.unlimited().retries()).isEqualTo(Retries.unlimited());
    assertThat(FailureConfig.none().retries()).isEqualTo(Retries.none());
  }

  @Test
  void failureSettingsThatMakeNoSenseAreRefused() {
    FailureConfig config = FailureConfig.retries(1);
    Duration second = Duration.ofSeconds(1);
    refused(() -> FailureConfig.retries(-1), "retries must be at least 0, not -1");
    refused(() -> config.lateMax(Duration.ZERO), "lateMax must be positive, not PT0S");
    refused(() -> config.spares(-1), "spares must be at least 0, not -1");
    refused(() -> config.preemptions(-1), "retries must be at least 0, not -1");
    refused(() -> config.backoff(second, Duration.ZERO), "backoff max PT0S is below backoff PT1S");
    refused(() -> config.backoff(second.negated(), second), "backoff must not be negative: PT-1S");
  }

  @Test
  void checkpointsAreAllKeptAndStoredInTheBackground() {
    assertThat(CheckpointConfig.keepAll())
        .isEqualTo(
            new CheckpointConfig(
                OptionalInt.empty(), Optional.empty(), Upload.ASYNC, 2, Duration.ofMinutes(10)));
  }

  @Test
  void checkpointSettingsThatMakeNoSenseAreRefused() {
    CheckpointConfig config = CheckpointConfig.keepAll();
    refused(() -> CheckpointConfig.keep(0), "keep must be at least 1, not 0");
    refused(() -> config.pending(0), "pending uploads must be at least 1, not 0");
    refused(() -> config.partTimeout(Duration.ZERO), "the part timeout must be positive: PT0S");
    refused(() -> config.scoreBy(" ", Order.MAX), "the score key is blank");
  }

  @Test
  void aValidationMayTakeAnHourAndNeedsSomeTime() {
    ValidationConfig config = ValidationConfig.of(ConfigsTest::score);
    assertThat(config.timeout()).isEqualTo(Duration.ofHours(1));
    refused(() -> config.timeout(Duration.ZERO), "the validation timeout must be positive: PT0S");
  }

  @Test
  void everyCheckpointIsValidatedUnlessARateIsSet() {
    ValidationConfig config = ValidationConfig.of(ConfigsTest::scoreUpTo, 7);
    assertThat(config.every()).isEqualTo(1);
    assertThat(config.config()).contains(7);
    assertThat(config.every(5).timeout(Duration.ofMinutes(1)).every()).isEqualTo(5);
    refused(
        () -> config.every(0),
        "validation of every n-th checkpoint needs an n of at least 1, not 0");
  }

  static Metrics scoreUpTo(Checkpoint checkpoint, int most) {
    return Metrics.of("parts", Math.min(checkpoint.parts(), most));
  }

  static Metrics score(Checkpoint checkpoint) {
    return Metrics.of("parts", checkpoint.parts());
  }

  @Test
  void resourcesAreNothingButWhatIsAskedFor() {
    assertThat(Resources.cpus(2)).isEqualTo(new Resources(2, 0, 0, Map.of()));
    assertThat(Resources.cpus(1).withGpus(2).withMemory(9).with("licence", 1))
        .isEqualTo(new Resources(1, 2, 9, Map.of("licence", 1.0)));
  }

  @Test
  void amountsThatMakeNoSenseAreRefused() {
    Resources one = Resources.cpus(1);
    refused(() -> Resources.cpus(-1), "cpus must be a number of at least 0, not -1.0");
    refused(() -> one.withGpus(Double.NaN), "gpus must be a number of at least 0, not NaN");
    refused(() -> one.withMemory(-1), "memory bytes must be a number of at least 0, not -1.0");
    refused(() -> one.with("disk", -2), "disk must be a number of at least 0, not -2.0");
    refused(
        () -> one.withGpus(1.5),
        "more than one GPU must be a whole number, not 1.5; only one can be shared");
    assertThat(one.withGpus(0.5).gpus()).isEqualTo(0.5);
  }
}
