package dev.manta.train.tracker;

import static dev.manta.train.tracker.TrackedRuns.ended;
import static dev.manta.train.tracker.TrackedRuns.fresh;
import static dev.manta.train.tracker.TrackedRuns.loss;
import static dev.manta.train.tracker.TrackedRuns.report;
import static dev.manta.train.tracker.TrackedRuns.resumed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.LoggedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MlflowTest {
  @TempDir Path directory = Path.of("");
  private final MlflowContractServer server;

  MlflowTest() throws IOException {
    server = new MlflowContractServer();
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Mlflow mlflow() {
    return Mlflow.at(server.address());
  }

  private static void track(Tracker tracker, TrackedRun run, Report... reports) throws Exception {
    try (Tracker.Tracking tracking = tracker.open(run)) {
      List.of(reports).forEach(tracking::report);
    }
  }

  private static List<String> losses(long... steps) {
    return LongStream.of(steps).mapToObj(step -> "loss@" + step + "=" + 1.0 / step).toList();
  }

  @Test
  void aRunHasItsConfigTagsPointsAndEnd() throws Exception {
    try (Tracker.Tracking tracking = mlflow().experiment("numbers").open(fresh(directory))) {
      tracking.report(loss(1, 1));
      tracking.report(report(1, 2, Metrics.of("loss", Double.NaN, "note", "text")));
      tracking.state(ended(RunStatus.FINISHED));
    }
    MlflowContractServer.StoredRun run = server.onlyRun();
    assertThat(server.experiments).containsEntry("numbers", run.experiment);
    assertThat(run.name).isEqualTo("digits");
    assertThat(run.parameters)
        .isEqualTo(
            Map.of("lr", "0.1", "net/layers", "[4,2]", "net/name", "small", "exact", "true"));
    assertThat(run.tags)
        .containsEntry("team", "vision")
        .containsEntry("mlflow.source.name", "com.acme.Digits::train");
    assertThat(run.points).containsExactly("loss@1=1.0", "loss@2=NaN");
    assertThat(run.status).isEqualTo("FINISHED");
  }

  @Test
  void aServerThatWasDownGetsEveryPointOnceWhenItIsBack() throws Exception {
    server.down();
    try (Tracker.Tracking tracking = mlflow().open(fresh(directory))) {
      tracking.report(loss(1, 1));
      tracking.report(loss(1, 2));
      server.up();
      tracking.report(loss(1, 3));
    }
    assertThat(server.onlyRun().points).isEqualTo(losses(1, 2, 3));
  }

  @Test
  void aBatchWhoseAnswerIsLostIsNotSentTwice() throws Exception {
    try (Tracker.Tracking tracking = mlflow().open(fresh(directory))) {
      server.await(() -> server.batches.get() == 2); // its tags and parameters
      server.answersToLose.set(1);
      tracking.report(loss(1, 1));
      server.await(() -> server.answersToLose.get() == 0);
      tracking.report(loss(1, 2));
    }
    assertThat(server.onlyRun().points).isEqualTo(losses(1, 2));
  }

  @Test
  void anOverloadedServerGetsEverythingInTheEnd() throws Exception {
    server.overloaded.set(1);
    try (Tracker.Tracking tracking = mlflow().open(fresh(directory))) {
      server.await(() -> server.overloaded.get() == 0);
      tracking.report(loss(1, 1));
    }
    assertThat(server.onlyRun().points).isEqualTo(losses(1));
  }

  @Test
  void aDriverThatResumesContinuesInTheSameRunWithWhatWasMissed() throws Exception {
    track(mlflow(), fresh(directory), loss(1, 1), loss(1, 2));
    TrackedRun run = resumed(directory, loss(1, 1), loss(1, 2), loss(1, 3));
    track(mlflow(), run, loss(1, 3), loss(2, 4));
    assertThat(server.onlyRun().points).isEqualTo(losses(1, 2, 3, 4));
  }

  @Test
  void aDriverOnAnotherMachineFindsTheRunAndHowFarItHasCome(@TempDir Path elsewhere)
      throws Exception {
    track(mlflow(), fresh(directory), loss(1, 1), loss(1, 2));
    track(mlflow(), resumed(elsewhere, loss(1, 1), loss(1, 2), loss(1, 3)), loss(2, 4));
    assertThat(server.onlyRun().points).isEqualTo(losses(1, 2, 3, 4));
  }

  @Test
  void whatAServerMissedToTheEndOfARunIsSentLater() throws Exception {
    server.down();
    try (Tracker.Tracking tracking = mlflow().open(fresh(directory))) {
      tracking.report(loss(1, 1));
      tracking.state(ended(RunStatus.STOPPED));
    }
    assertThat(Mlflow.sendRest(directory, Duration.ofSeconds(30)))
        .extracting(Mlflow.Delivery::complete)
        .containsExactly(false);
    server.up();
    assertThat(Mlflow.sendRest(directory, Duration.ofSeconds(30)))
        .extracting(Mlflow.Delivery::complete)
        .containsExactly(true);
    assertThat(server.onlyRun().points).isEqualTo(losses(1));
    assertThat(server.onlyRun().status).isEqualTo("KILLED");
  }

  @Test
  void reportsAndConfigsThatAreLargerThanABatchAreSplit() throws Exception {
    Map<String, Object> many = new TreeMap<>();
    IntStream.range(0, 2500).forEach(i -> many.put("m" + i, i));
    Map<String, String> tags = new TreeMap<>();
    IntStream.range(0, 250).forEach(i -> tags.put("t" + i, "v"));
    StringBuilder config = new StringBuilder("{\"p\":0");
    IntStream.range(0, 250).forEach(i -> config.append(",\"p").append(i).append("\":1"));
    TrackedRun run = with(fresh(directory), config.append('}').toString(), tags);
    track(mlflow(), run, report(1, 1, Metrics.of(many)), report(1, 2, Metrics.of(many)));
    assertThat(server.onlyRun().points).hasSize(5000).doesNotHaveDuplicates();
    assertThat(server.onlyRun().parameters).hasSize(251);
    assertThat(server.onlyRun().tags).hasSizeGreaterThan(250);
  }

  @Test
  void onlyThePointThatTheServerRefusesIsMissing() throws Exception {
    track(
        mlflow(),
        fresh(directory),
        loss(1, 1),
        report(1, 2, Metrics.of("refused", 1)),
        report(1, 3, Metrics.of("a//b/../é%", 3)),
        loss(1, 4));
    assertThat(server.onlyRun().points)
        .containsExactly("loss@1=1.0", "a/b/_/é_@3=3.0", "loss@4=0.25");
  }

  @Test
  void onlyTheParameterThatTheServerRefusesIsMissing() throws Exception {
    String tooLong = "x".repeat(10_000);
    TrackedRun run =
        with(
            fresh(directory),
            "{\"a\":1,\"refused\":2,\"b\":\"" + tooLong + "\",\"c\":3}",
            Map.of());
    track(mlflow(), run);
    assertThat(server.onlyRun().parameters).containsOnlyKeys("a", "b", "c");
    assertThat(server.onlyRun().parameters.get("b")).hasSize(6000).endsWith("x…");
  }

  private static TrackedRun with(TrackedRun run, String config, Map<String, String> tags) {
    return new TrackedRun(
        run.id(),
        run.name(),
        run.location(),
        run.directory(),
        run.created(),
        run.opened(),
        run.function(),
        config,
        tags,
        run.reductions(),
        run.history());
  }

  @Test
  void theLastCheckpointOfAFinishedRunBecomesAVersionOfAModelOnce() throws Exception {
    Path files = Files.createDirectories(directory.resolve("checkpoints/000001/part 0"));
    Files.writeString(files.resolve("weights.bin"), "abc");
    var checkpoint =
        new NewCheckpoint(
            "000001",
            3,
            TrackedRuns.BEGUN,
            Metrics.empty(),
            Location.of(directory.resolve("checkpoints/000001")));
    Mlflow tracker = mlflow().registerModel("digits");
    for (int life = 0; life < 2; life++) {
      try (Tracker.Tracking tracking = tracker.open(fresh(directory))) {
        tracking.checkpoint(checkpoint);
        tracking.state(ended(RunStatus.FINISHED));
      }
    }
    String run = server.onlyRun().id;
    assertThat(server.artifacts)
        .containsEntry("0/" + run + "/artifacts/checkpoints/000001/part 0/weights.bin", "abc");
    assertThat(server.onlyRun().tags)
        .containsEntry("manta.checkpoint", "000001")
        .containsEntry("manta.checkpoint.step", "3");
    assertThat(server.models)
        .containsEntry(
            "digits", List.of("mlflow-artifacts:/0/" + run + "/artifacts/checkpoints/000001"));
  }

  @Test
  void aChangedConfigLeavesTheParametersOfTheRunAsTheyWere() throws Exception {
    track(mlflow(), fresh(directory), loss(1, 1));
    server.onlyRun().parameters.put("lr", "0.2");
    track(mlflow(), resumed(directory, loss(1, 1)), loss(1, 2));
    assertThat(server.onlyRun().parameters).containsEntry("lr", "0.2");
    assertThat(server.onlyRun().points).isEqualTo(losses(1, 2));
  }

  @Test
  void anAddressThatIsNoServersIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Mlflow.at("sqlite:///mlflow.db"))
        .withMessage(
            "an MLflow server has an address such as http://localhost:5000, not"
                + " \"sqlite:///mlflow.db\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Mlflow.of(Map.of()))
        .withMessageContaining("MLFLOW_TRACKING_URI is not set");
    assertThat(Mlflow.of(Map.of("MLFLOW_TRACKING_URI", "http://host:5000")).experiment())
        .isEqualTo("Default");
  }

  @Test
  void whatRanksLogBecomesArtifacts() throws Exception {
    try (Tracker.Tracking tracking = mlflow().open(fresh(directory))) {
      tracking.logged(TrackedRuns.logged(directory, "a/note", 1, 2, new LoggedText("hi")));
      tracking.report(loss(1, 2));
    }
    MlflowContractServer.StoredRun run = server.onlyRun();
    assertThat(server.artifacts)
        .containsEntry(
            run.experiment + "/" + run.id + "/artifacts/logged/a/note/000000000002-1-0.txt", "hi");
    assertThat(run.points).containsExactly("loss@2=0.5");
  }
}
