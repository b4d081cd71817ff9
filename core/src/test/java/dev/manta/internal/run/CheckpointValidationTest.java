package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint.Validation;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointValidationTest {
  @Test
  void everySecondCheckpointAndTheLastAreScored() {
    var rules = new ValidationRules(Duration.ofMinutes(1), 2, Optional.empty());
    Story story = Story.running(Story.validated(Story.settings(1), rules));
    story.commit(1, 1).commit(2, 3).commit(3, 4);
    assertThat(validations(story))
        .containsExactly(Validation.NONE, Validation.PENDING, Validation.NONE);
    story.returns(0);
    assertThat(validations(story))
        .containsExactly(Validation.NONE, Validation.PENDING, Validation.PENDING);
    story.endsWhoWasTold();
    score(story, "v1-2");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    score(story, "v1-3");
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(validations(story))
        .containsExactly(Validation.NONE, Validation.DONE, Validation.DONE);
  }

  @Test
  void whichCheckpointsAreScoredDoesNotDependOnTheOrderOfTheirCommits() {
    var rules = new ValidationRules(Duration.ofMinutes(1), 2, Optional.empty());
    Story story = Story.running(Story.validated(Story.settings(1), rules));
    story.part(0, 1, 1, true).part(0, 2, 2, true).manifest(2).manifest(1);
    assertThat(story.state.kept().all())
        .filteredOn(checkpoint -> checkpoint.validation() == Validation.PENDING)
        .extracting(CommittedCheckpoint::ordinal)
        .containsExactly(2);
  }

  private static List<Validation> validations(Story story) {
    return story.state.kept().all().stream().map(CommittedCheckpoint::validation).toList();
  }

  private static void score(Story story, String worker) {
    story.happens(new Event.WorkerUp(worker, 7));
    story.happens(new Event.Validated(worker, Metrics.empty(), Optional.empty()));
    story.lost(worker, new Exit.Status(0));
  }

  @Test
  void validationHasTheResourcesThatItAskedFor() {
    Seat seat = validator(Optional.of(Resources.cpus(3).withGpus(0.5)));
    assertThat(seat.device()).isEqualTo("cuda:1");
    assertThat(seat.threads()).isEqualTo(3);
  }

  @Test
  void validationThatAskedForNoGpuSeesNone() {
    assertThat(validator(Optional.of(Resources.cpus(3))).device()).isEqualTo("cuda:");
  }

  @Test
  void validationThatAskedForNothingSeesWhatItsNodeHas() {
    assertThat(validator(Optional.empty()).device()).isEqualTo("cpu");
  }

  /// Where a validator sits on a node of two GPUs.
  private static Seat validator(Optional<Resources> own) {
    var rules = new ValidationRules(Duration.ofMinutes(1), 1, own);
    Story story = Story.of(Story.validated(Story.settings(1), rules)).begin(1);
    story.happens(new Event.Prepared(1, List.of(node(2, 0)), Optional.of(""), Map.of()));
    story.joined().commit(1, 1);
    return story.all(Effect.StartValidator.class).getLast().seat();
  }

  @Test
  void aValidatorThatComesUpBetweenTwoAttemptsIsToldWhatToDo() {
    Story story = Story.running(Story.validated(Story.settings(1))).commit(1, 1).dies(0);
    assertThat(story.state.group()).isEmpty();
    story.happens(new Event.WorkerUp("v1-1", 7));
    assertThat(story.all(Effect.SendValidate.class)).hasSize(1);
  }

  @Test
  void ranksDoNotGetWhatValidationHas() {
    var two =
        ScalingConfig.workers(1, 2).perWorker(Resources.cpus(1).withGpus(1).with("licence", 1));
    RunSettings settings = settings(two, Resources.cpus(1).withGpus(1).with("licence", 1));
    var placed = (Placer.Placed) ValidatorSeat.placeRanks(settings, List.of(node(2, 2)));
    assertThat(placed.seats()).extracting(Seat::device).containsExactly("cuda:0");
  }

  @Test
  void whatDoesNotFitBesideValidationIsRefused() {
    var two = ScalingConfig.workers(2).perWorker(Resources.cpus(1).withGpus(1));
    RunSettings settings = settings(two, Resources.cpus(1).withGpus(1));
    assertThat(((Placer.Refused) ValidatorSeat.placeRanks(settings, List.of(node(2, 0)))).why())
        .startsWith("2 workers do not fit, only 1 do: want 2 GPUs, have 1")
        .endsWith("; validation has 1 GPUs for itself");
    assertThat(((Placer.Refused) ValidatorSeat.placeRanks(settings, List.of(node(0, 0)))).why())
        .isEqualTo(
            "validation does not fit: no node has 1 GPUs; ask for less with"
                + " ValidationConfig.resources");
  }

  private static RunSettings settings(ScalingConfig scaling, Resources own) {
    RunSettings plain = Story.settings(1);
    var rules = new ValidationRules(Duration.ofMinutes(1), 1, Optional.of(own));
    return new RunSettings(
        scaling,
        plain.failures(),
        plain.checkpoints(),
        Map.of(),
        Optional.of(rules),
        plain.limits());
  }

  private static Node node(double gpus, double licences) {
    Resources has = Resources.cpus(8).withGpus(gpus).with("licence", licences);
    return new Node("here", has, List.of(), Map.of());
  }
}
