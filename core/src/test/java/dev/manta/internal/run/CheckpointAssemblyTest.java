package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.ReportedCheckpoint.Validation;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointAssemblyTest {
  @Test
  void aWholeCheckpointIsCommittedAndThenToldToEveryRank() {
    Story story = Story.running(2).part(0, 1, 5, true);
    assertThat(story.all(Effect.CommitCheckpoint.class)).hasSize(1);
    assertThat(story.kept()).isEmpty();
    story.manifest(1);
    assertThat(story.kept()).containsExactly("c1");
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.CHECKPOINTS);
    assertThat(story.all(Effect.SendCommitted.class).getLast().workers())
        .containsExactly("w0", "w1");
  }

  @Test
  void partsAreCommittedWhenTheLastOneIsStored() {
    Story story = Story.running(2).part(1, 1, 5, false);
    assertThat(story.all(Effect.CommitCheckpoint.class)).isEmpty();
    story.part(0, 1, 5, false);
    assertThat(story.all(Effect.CommitCheckpoint.class))
        .singleElement()
        .satisfies(c -> assertThat(c.parts()).extracting(RankPart::rank).containsExactly(0, 1));
  }

  @Test
  void aPartThatIsToldTwiceCountsOnce() {
    Story story = Story.running(2).part(1, 1, 5, false).part(1, 1, 5, false);
    assertThat(story.all(Effect.CommitCheckpoint.class)).isEmpty();
    story.part(0, 1, 5, false).part(0, 1, 5, false).manifest(1).manifest(1).part(0, 1, 5, false);
    assertThat(story.kept()).containsExactly("c1");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  /// As after a while without a controller, when each rank says at once what it has stored.
  @Test
  void aRankThatNamesManyPartsBeforeTheOthersNameTheirsLosesNone() {
    Story story = Story.running(2);
    for (int ordinal = 1; ordinal <= 100; ordinal++) {
      story.part(1, ordinal, ordinal, false);
    }
    story.part(0, 1, 1, false);
    assertThat(story.all(Effect.CommitCheckpoint.class))
        .singleElement()
        .satisfies(commit -> assertThat(commit.ordinal()).isEqualTo(1));
  }

  @Test
  void aPartOfAnotherStepNamesBothRanksAndEndsTheRun() {
    Story story = Story.running(2).progress(0, 5).part(0, 1, 5, false).part(1, 1, 6, false);
    assertThat(story.all(Effect.SendNotCommitted.class)).hasSize(1);
    story.rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.failure()).startsWith("reported checkpoint 1 at step 6, but rank 0 at step 5");
    assertThat(story.state.ending().orElseThrow().status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void whatRanksAreToldOfPartsOfDifferentStepsIsRecordedFirst() {
    Story story = Story.running(2).progress(0, 5).part(0, 1, 5, false).part(1, 1, 6, false);
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.STATE);
    assertThat(story.state.trouble()).isPresent();
  }

  @Test
  void wholeCheckpointsOfTwoRanksThatDidNotWaitForEachOtherSayHowToTakeTurns() {
    Story story = Story.running(2).progress(0, 5).part(0, 1, 5, true);
    story.part(1, 1, 6, true).rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.failure())
        .contains(
            "reported a checkpoint at step 6 while that of rank 0 at step 5 was on its way",
            "at a barrier in between");
  }

  @Test
  void twoWholeCheckpointsAtOneStepSayHowToMarkParts() {
    Story story = Story.running(2).progress(0, 5).part(0, 1, 5, true).manifest(1);
    story.part(1, 1, 5, true).rings(OfRun.SETTLE, Duration.ofMillis(200));
    assertThat(story.failure()).contains("and rank 0 both", "Checkpoint.fromDirectory(dir).part()");
    assertThat(story.kept()).containsExactly("c1");
  }

  @Test
  void aMissingPartIsNamedAndThePreviousCheckpointStands() {
    Story story = Story.running(2).commit(1, 5).part(0, 2, 8, false);
    story.rings(new Timer.Part(2), Duration.ofMinutes(10));
    assertThat(story.all(Effect.Warn.class).getLast().message())
        .contains("rank 1 did not store a part of it", "c1 stands");
    assertThat(story.kept()).containsExactly("c1");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void howLongAPartMayBeMissingIsTheUsersToSay() {
    Duration limit = Duration.ofSeconds(30);
    CheckpointConfig patient = CheckpointConfig.keepAll().partTimeout(limit);
    Story story = Story.running(Story.with(Story.settings(2), patient)).part(0, 1, 5, false);
    story.rings(new Timer.Part(1), limit.minusSeconds(1));
    assertThat(story.all(Effect.Warn.class)).isEmpty();
    story.rings(new Timer.Part(1), Duration.ofSeconds(1));
    assertThat(story.all(Effect.Warn.class).getLast().message()).contains("within 30 s");
  }

  @Test
  void aPartThatCannotBeStoredGivesTheCheckpointUp() {
    Story story = Story.running(2).part(0, 1, 5, false);
    story.happens(new Event.PartFailed(1, "w1", 1, 5, "disk full"));
    assertThat(story.all(Effect.SendNotCommitted.class).getLast().why()).contains("disk full");
    story.part(0, 1, 5, false);
    assertThat(story.all(Effect.CommitCheckpoint.class)).isEmpty();
  }

  @Test
  void aManifestOfAnEarlierAttemptIsLate() {
    Story story = Story.running(1).part(0, 1, 5, true).dies(0);
    assertThat(story.state.attempt()).isEqualTo(1);
    story.happens(new Event.CheckpointNotStored(1, 1, "storage is gone"));
    assertThat(story.state.attempt()).isEqualTo(2);
    story.happens(new Event.CheckpointStored(1, 1, "c1", "hash1"));
    assertThat(story.kept()).isEmpty();
  }

  @Test
  void aCheckpointThatWasUnderWayWhenItsRankDiedIsStillCommitted() {
    Story story = Story.running(1).part(0, 1, 5, true).dies(0).manifest(1);
    assertThat(story.kept()).containsExactly("c1");
    assertThat(story.all(Effect.Prepare.class).getLast().candidates()).hasSize(1);
  }

  @Test
  void theNextAttemptStartsFromTheNewestAndCountsOn() {
    Story story = Story.running(1).commit(1, 5).commit(2, 9).dies(0);
    assertThat(story.all(Effect.Prepare.class).getLast().candidates())
        .extracting(CommittedCheckpoint::name)
        .containsExactly("c2", "c1");
    story.run("c2");
    assertThat(story.all(Effect.SendJoin.class).getLast().start())
        .isEqualTo(new StartPoint.InStorage(Optional.of("c2"), 9, 1, 2));
  }

  @Test
  void aDamagedCheckpointIsNamedAndStaysKnown() {
    Story story = damagedNewest(Story.settings(1));
    assertThat(story.all(Effect.Warn.class).getLast().message())
        .isEqualTo(
            "checkpoint c2 is damaged: w.bin is cut off; resuming from c1; what is damaged stays"
                + " where it is, and is used again once its files are restored");
    assertThat(story.kept()).containsExactly("c1", "c2");
    assertThat(story.state.newest()).map(CommittedCheckpoint::name).hasValue("c1");
    assertThat(story.begin(3).kept()).contains("c2");
  }

  @Test
  void aCheckpointWhoseDamageWasUndoneIsUsedAgain() {
    Story story = damagedNewest(Story.settings(1)).dies(0);
    assertThat(story.all(Effect.Prepare.class).getLast().candidates())
        .extracting(CommittedCheckpoint::name)
        .containsExactly("c2", "c1");
    story.run("c2");
    assertThat(story.all(Effect.SendJoin.class).getLast().start().checkpoint()).contains("c2");
    assertThat(story.state.newest().orElseThrow().damage()).isEmpty();
  }

  @Test
  void aRunWhoseEveryCheckpointIsDamagedRefusesToStartOver() {
    Story story = Story.running(1).commit(1, 5).commit(2, 9).dies(0);
    Map<String, String> both = new LinkedHashMap<>();
    both.put("c2", "w.bin is cut off");
    both.put("c1", "w.bin is not there");
    story.happens(new Event.Prepared(2, List.of(Story.node(8)), Optional.empty(), both));
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.state.ending().orElseThrow().code()).isEqualTo(ErrorCode.STORAGE);
    assertThat(story.state.reason())
        .startsWith("none of the run's 2 checkpoints can be read: c2: w.bin is cut off; c1: w.bin")
        .contains("mounted", "fresh()");
    assertThat(story.kept()).containsExactly("c1", "c2");
  }

  @Test
  void aRunThatCannotReadAnyOfItsCheckpointsDeletesNone() {
    Story story = Story.running(Story.with(Story.settings(1), CheckpointConfig.keep(1)));
    story.commit(1, 5).dies(0).run("c1").commit(2, 9).dies(0);
    Map<String, String> both = Map.of("c2", "w.bin is cut off", "c1", "w.bin is not there");
    story.begin(2);
    story.happens(new Event.Prepared(3, List.of(Story.node(8)), Optional.empty(), both));
    assertThat(story.status()).isEqualTo(RunStatus.FAILED);
    assertThat(story.kept()).containsExactly("c1", "c2");
    assertThat(story.all(Effect.DeleteCheckpoints.class)).isEmpty();
  }

  @Test
  void aDamagedCheckpointTakesNobodysPlace() {
    Story story = damagedNewest(Story.with(Story.settings(1), CheckpointConfig.keep(2)));
    assertThat(story.commit(3, 10).kept()).containsExactly("c1", "c2", "c3");
    assertThat(story.commit(4, 11).kept()).containsExactly("c1", "c3", "c4");
  }

  @Test
  void theBestThatIsIntactStaysBesideABetterOneThatIsDamaged() {
    var config = CheckpointConfig.keep(1).scoreBy("loss", Order.MIN);
    Story story = damagedNewest(Story.with(Story.settings(1), config));
    story.commit(3, 4).dies(0).run("c3").commit(4, 3);
    assertThat(story.kept()).containsExactly("c1", "c2", "c3", "c4");
  }

  private static Story damagedNewest(RunSettings settings) {
    Story story = Story.running(settings).commit(1, 5).dies(0).run("c1").commit(2, 9).dies(0);
    story
        .begin(2)
        .happens(
            new Event.Prepared(
                3, List.of(Story.node(8)), Optional.of("c1"), Map.of("c2", "w.bin is cut off")));
    return story.joined();
  }

  @Test
  void retentionKeepsTheBestTheNewestAndWhereThisAttemptStarted() {
    var config = CheckpointConfig.keep(1).scoreBy("loss", Order.MAX);
    Story story = Story.running(Story.with(Story.settings(1), config));
    story.commit(1, 1).commit(2, 2).commit(3, 3);
    assertThat(story.kept()).containsExactly("c1", "c3");
    story.dies(0).run("c3").commit(4, 4).commit(5, 5);
    assertThat(story.kept()).containsExactly("c1", "c3", "c5");
    assertThat(story.all(Effect.DeleteCheckpoints.class))
        .extracting(Effect.DeleteCheckpoints::names)
        .containsExactly(List.of("c2"), List.of("c4"));
  }

  @Test
  void whatAnAttemptStartedFromIsDeletedWhenTheRunEnds() {
    Story story = Story.running(Story.with(Story.settings(1), CheckpointConfig.keep(2)));
    story.commit(1, 1).commit(2, 2).dies(0).run("c2").commit(3, 3).commit(4, 4);
    assertThat(story.kept()).containsExactly("c2", "c3", "c4");
    story.returns(0).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(story.kept()).containsExactly("c3", "c4");
    assertThat(story.all(Effect.DeleteCheckpoints.class).getLast().names()).containsExactly("c2");
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.STATE);
  }

  @Test
  void checkpointsAreScoredOneAtATimeBesideTraining() {
    Story story = Story.running(Story.validated(Story.settings(1))).commit(1, 1).commit(2, 2);
    assertThat(story.all(Effect.StartValidator.class)).hasSize(1);
    story.happens(new Event.WorkerUp("v1-1", 7));
    assertThat(story.all(Effect.SendValidate.class).getLast().checkpoint()).isEqualTo("c1");
    story.happens(new Event.Validated("v1-1", Metrics.of("accuracy", 0.9), Optional.empty()));
    assertThat(story.state.kept().all().getFirst().metrics().number("accuracy")).isEqualTo(0.9);
    story.lost("v1-1", new Exit.Status(0));
    assertThat(story.all(Effect.StartValidator.class)).hasSize(2);
  }

  @Test
  void aValidationThatFailsLeavesTrainingAlive() {
    Story story = Story.running(Story.validated(Story.settings(1))).commit(1, 1);
    story.lost("v1-1", new Exit.Signal(11, "SIGSEGV"));
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(story.state.kept().all().getFirst().validation()).isEqualTo(Validation.FAILED);
    assertThat(story.all(Effect.Warn.class).getLast().message()).contains("SIGSEGV");
  }

  @Test
  void theEndOfARunWaitsForItsValidations() {
    Story story = Story.running(Story.validated(Story.settings(1))).commit(1, 1);
    story.returns(0).endsWhoWasTold();
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    story.happens(new Event.Validated("v1-1", Metrics.empty(), Optional.empty()));
    story.lost("v1-1", new Exit.Status(0));
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void aRunThatWaitsForValidationsOnlyIsEndedByAStopAtOnce() {
    Story story = Story.running(Story.validated(Story.settings(1))).commit(1, 1);
    story.returns(0).endsWhoWasTold().stop(true).lost("v1-1", new Exit.Status(0));
    assertThat(story.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void whatIsStillIncompleteWhenAllHaveReturnedIsGivenUp() {
    Story story = Story.running(2).part(0, 1, 5, false).returns(0).returns(1);
    assertThat(story.all(Effect.SendNotCommitted.class).getLast().why())
        .isEqualTo("rank 1 did not store a part of it before they returned");
    assertThat(story.endsWhoWasTold().status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void whereValidationIsTooSlowTheOldestIsGivenUp() {
    Story story = Story.running(Story.validated(Story.settings(1)));
    for (int ordinal = 1; ordinal <= 258; ordinal++) {
      story.commit(ordinal, ordinal);
    }
    assertThat(story.state.checkpoints().validations().queue()).hasSize(256).startsWith("c3");
    assertThat(story.state.kept("c2").orElseThrow().validation()).isEqualTo(Validation.FAILED);
  }

  @Test
  void olderCheckpointsAreLookedAtWhereTheNewestAreDamaged() {
    Story story = Story.running(1);
    for (int ordinal = 1; ordinal <= 20; ordinal++) {
      story.commit(ordinal, ordinal);
    }
    story.dies(0);
    List<CommittedCheckpoint> first = story.all(Effect.Prepare.class).getLast().candidates();
    assertThat(first)
        .extracting(CommittedCheckpoint::ordinal)
        .hasSize(16)
        .startsWith(20)
        .endsWith(5);
    Map<String, String> damaged = new LinkedHashMap<>();
    first.forEach(checkpoint -> damaged.put(checkpoint.name(), "is gone"));
    story.happens(new Event.Prepared(2, List.of(Story.node(8)), Optional.empty(), damaged));
    assertThat(story.all(Effect.Prepare.class).getLast().candidates())
        .extracting(CommittedCheckpoint::ordinal)
        .containsExactly(4, 3, 2, 1);
    story.run("c4");
    assertThat(story.all(Effect.SendJoin.class).getLast().start().checkpoint()).contains("c4");
  }
}
