package dev.manta.internal.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.Story;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HandoverTest {
  private static HeldCommit held(long commit, long checksum) {
    return new HeldCommit(commit, true, checksum, commit, 2, 2);
  }

  private static Effect.SendJoin lastJoin(Story story) {
    return story.all(Effect.SendJoin.class).getLast();
  }

  @Test
  void theNewestStateInMemoryIsHandedOnAndNoCheckpointIsLookedFor() {
    Story story = Story.running(3).commit(1, 4).dies(1).unwinds(0, held(40, 1));
    story.unwinds(2, held(41, 9));
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.all(Effect.Prepare.class)).hasSize(1);
    StartPoint.InMemory start = story.beginsInMemory();
    assertThat(start.commit()).isEqualTo(41);
    assertThat(start.source()).isEqualTo(2);
    assertThat(start.step()).isEqualTo(41);
    assertThat(start.epoch()).isEqualTo(2);
    assertThat(start.checkpoint()).contains("c1");
  }

  @Test
  void aRankThatHasReturnedHandsOnWhatItHoldsWhenTheOthersDie() {
    Story story = Story.running(2).commit(1, 4);
    story.happens(new Event.Returned(1, "w1", "1", false, Optional.of(held(41, 9)))).dies(0);
    assertThat(story.state.attempt()).isEqualTo(2);
    assertThat(story.beginsInMemory().commit()).isEqualTo(41);
    assertThat(story.joined().state.group()).extracting(Worker::id).containsExactly("w2", "w1");
    assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
  }

  @Test
  void aRunThatStopsSavesWhatARankHoldsThatHasReturned() {
    Story story = Story.running(2).stop(false);
    story.happens(new Event.Returned(1, "w1", "1", true, Optional.of(held(41, 9)))).dies(0);
    assertThat(story.beginsInMemory().commit()).isEqualTo(41);
  }

  @Test
  void ofEqualHoldersTheLowestRankHandsOn() {
    Story story = Story.running(3).dies(1).unwinds(2, held(41, 9)).unwinds(0, held(41, 9));
    assertThat(story.beginsInMemory().source()).isZero();
  }

  @Test
  void aCommitThatIsWholeGoesBeforeOneThatMayMissSomething() {
    Story story = Story.running(3).dies(1).unwinds(0, new HeldCommit(41, false, 8, 41, 2, 2));
    assertThat(story.unwinds(2, held(41, 9)).beginsInMemory().source()).isEqualTo(2);
  }

  @Test
  void replicasThatDifferAreNotTrusted() {
    Story story = Story.running(3).commit(1, 4).dies(1).unwinds(0, held(41, 1));
    story.unwinds(2, held(41, 2)).run("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .anySatisfy(text -> assertThat(text).contains("replicas diverged: ranks 0 and 2"));
  }

  @Test
  void whenNobodyHoldsAnythingTheCheckpointIsUsed() {
    Story story = Story.running(2).commit(1, 4).dies(1).unwinds(0).run("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
    assertThat(story.begins().step()).isEqualTo(4);
  }

  @Test
  void aRunWithNothingToResumeFromIsToldThatItStartsOver() {
    Story story = Story.running(2).progress(0, 5).dies(1).unwinds(0).run("");
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .anySatisfy(text -> assertThat(text).contains("starts over", "a snapshot of live state"));
  }

  @Test
  void retriesComeBackWhenSurvivorsHoldTenMoreCommits() {
    Story story = Story.running(Story.with(Story.settings(2), FailureConfig.retries(1)));
    for (long commit = 10; commit <= 50; commit += 10) {
      story.dies(1).unwinds(0, held(commit, 1)).joined();
      assertThat(story.status()).isEqualTo(RunStatus.RUNNING);
    }
    story.dies(1).unwinds(0, held(55, 1));
    assertThat(story.state.ending()).isPresent();
  }

  @Test
  void aSourceThatDiesWhileItHandsOnLeavesTheOlderHolders() {
    Story story = Story.running(3).dies(1).unwinds(0, held(41, 9)).unwinds(2, held(40, 8));
    story.happens(new Event.WorkerUp("w3", 1)).dies(0);
    story.happens(new Event.Unwound(2, "w2", Optional.empty(), Optional.of(held(40, 8))));
    story.happens(new Event.Unwound(2, "w3", Optional.empty(), Optional.empty()));
    story.rings(OfRun.BACKOFF, java.time.Duration.ofSeconds(1));
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
    assertThat(story.beginsInMemory().source()).isEqualTo(2);
  }

  @Test
  void ranksThatAllThrewResumeInTheirProcessesFromWhatTheyHold() {
    Story story = Story.running(2).fails(0, "X", held(40, 8)).fails(1, "X", held(41, 9));
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w1");
    assertThat(story.beginsInMemory().commit()).isEqualTo(41);
    assertThat(story.beginsInMemory().source()).isEqualTo(1);
  }

  @Test
  void aRankThatThrewIsReplacedWhereOthersHoldAsMuch() {
    Story story = Story.running(2).fails(0, "X", held(41, 9)).unwinds(1, held(41, 9));
    story.endsWhoWasTold();
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w2", "w1");
    assertThat(story.beginsInMemory().commit()).isEqualTo(41);
  }

  @Test
  void aRankThatThrewIsKeptUntilTheOthersHaveSaidWhatTheyHold() {
    Story story = Story.running(2).fails(0, "X", held(41, 9));
    story.rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    assertThat(story.status()).isEqualTo(RunStatus.RESTARTING);
    story.unwinds(1, held(40, 8));
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w0", "w1");
    assertThat(story.beginsInMemory().source()).isZero();
  }

  @Test
  void ranksThatThrewStayWhereTheirShardsAreNowhereElse() {
    Story story = Story.running(4).fails(1, "X", shards(40, 1)).fails(2, "X", shards(40, 2));
    story.unwinds(0, shards(40, 0)).unwinds(3, shards(40, 3));
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
  }

  @Test
  void whetherAnythingWasReachedIsKnownOnceAllHaveSaidWhatTheyHold() {
    Story story = Story.running(2).fails(0, 0, "X");
    story.rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    assertThat(story.state.ending()).isEmpty();
    story.unwinds(1, held(5, 9)).endsWhoWasTold();
    assertThat(story.beginsInMemory().commit()).isEqualTo(5);
  }

  @Test
  void whetherRetriesAreUsedIsKnownOnceAllHaveSaidWhatTheyHold() {
    Story story = Story.running(Story.with(Story.settings(3), FailureConfig.retries(1)));
    story.dies(1).unwinds(0, held(10, 1)).unwinds(2, held(10, 1)).joined();
    story.dies(1).rings(OfRun.SETTLE, Limits.DEFAULT.settle());
    assertThat(story.state.ending()).isEmpty();
    story.unwinds(0, held(20, 1)).unwinds(2, held(20, 1));
    assertThat(story.state.attempt()).isEqualTo(3);
  }

  @Test
  void whatSeveralRanksLeaveBehindIsToldOnce() {
    Story story = Story.running(3).progress(0, 5).dies(2);
    for (String worker : List.of("w0", "w1")) {
      story.happens(new Event.Unwound(1, worker, Optional.of("a thread"), Optional.empty()));
    }
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .filteredOn(message -> message.contains("gets a new process"))
        .containsExactly(
            "rank 0 gets a new process, as do others that leave something: it left a thread");
    story.endsWhoWasTold().run("");
    assertThat(story.state.group()).extracting(Worker::id).containsExactly("w3", "w4", "w5");
  }

  /// Rank 3 of four keeps a copy of rank 2's shard, and so on; rank 0 of rank 3's.
  private static HeldCommit shards(long commit, int rank) {
    return new HeldCommit(commit, true, 7, commit, 0, 4, List.of(rank, (rank + 3) % 4));
  }

  @Test
  void aLostShardComesFromTheRankThatKeepsACopy() {
    Story story = Story.running(4).dies(1);
    story.unwinds(0, shards(40, 0)).unwinds(2, shards(39, 2)).unwinds(3, shards(40, 3));
    assertThat(story.beginsInMemory().commit()).isEqualTo(40);
  }

  @Test
  void aShardThatIsLostWithItsCopyLeavesTheCheckpoint() {
    Story story = Story.running(4).progress(0, 5).commit(1, 5).dies(1).dies(2);
    story.unwinds(0, shards(40, 0)).unwinds(3, shards(40, 3)).run("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
    assertThat(story.begins().checkpoint()).contains("c1");
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .anySatisfy(
            text -> assertThat(text).contains("the shards of ranks [1]", "the last checkpoint"));
  }

  @Test
  void shardsOfAnotherNumberOfRanksLeaveTheCheckpoint() {
    HeldCommit ofFive = new HeldCommit(40, true, 7, 40, 0, 5, List.of(0, 1, 2, 3, 4));
    Story story = Story.running(2).progress(0, 5).commit(1, 5).dies(1);
    story.unwinds(0, ofFive).run("c1");
    assertThat(story.begins()).isInstanceOf(StartPoint.InStorage.class);
    assertThat(story.begins().checkpoint()).contains("c1");
    assertThat(story.all(Effect.Warn.class))
        .extracting(Effect.Warn::message)
        .anySatisfy(text -> assertThat(text).contains("sharded over 5 ranks, and there are 2"));
  }
}
