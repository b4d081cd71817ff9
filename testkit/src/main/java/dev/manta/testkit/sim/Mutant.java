package dev.manta.testkit.sim;

import dev.manta.cluster.Node;
import dev.manta.internal.run.Decision;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.AttemptFailures;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.PendingCheckpoint;
import dev.manta.internal.run.state.PreemptionNotice;
import dev.manta.internal.run.state.RetryBudget;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.Retries;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Rules with one planted bug each. The simulator must find every one of them.
public enum Mutant {
  /// The next attempt does not wait until the last one's workers are gone.
  TWO_GROUPS(
      new Rules() {
        @Override
        public boolean clear(RunState state) {
          return true;
        }
      }),
  /// Two attempts have the same number.
  SAME_ATTEMPT(
      new Rules() {
        @Override
        public int nextAttempt(RunState state) {
          return Math.max(1, state.attempt());
        }
      }),
  /// The run is over when the first rank returns.
  EARLY_FINISH(
      new Rules() {
        @Override
        public boolean finished(List<Worker> group) {
          return group.stream().anyMatch(Worker::returned);
        }
      }),
  /// A checkpoint is committed though the last part is missing.
  MISSING_PART(
      new Rules() {
        @Override
        public boolean complete(PendingCheckpoint pending, int size) {
          return pending.parts().size() >= Math.max(1, size - 1) || super.complete(pending, size);
        }
      }),
  /// Parts of different steps make one checkpoint.
  MIXED_STEPS(
      new Rules() {
        @Override
        public boolean sameStep(PendingCheckpoint pending, long step) {
          return true;
        }
      }),
  /// A commit is told before it is in the log.
  UNRECORDED_COMMIT(
      new Rules() {
        @Override
        public Decision.Durable durable(Decision.Durable asked) {
          return asked == Decision.Durable.CHECKPOINTS ? Decision.Durable.NOTHING : asked;
        }
      }),
  /// Retries never end.
  ENDLESS_RETRIES(
      new Rules() {
        @Override
        public boolean mayRetry(Retries retries, RetryBudget budget) {
          return true;
        }
      }),
  /// An attempt begins with the oldest checkpoint.
  OLDEST_START(
      new Rules() {
        @Override
        public List<CommittedCheckpoint> candidates(RunState state, int below) {
          return state.kept().stream().filter(checkpoint -> checkpoint.ordinal() < below).toList();
        }
      }),
  /// A checkpoint that was damaged once is forgotten.
  DAMAGED_FORGOTTEN(
      new Rules() {
        @Override
        public boolean outlives(CommittedCheckpoint checkpoint, String damage) {
          return false;
        }
      }),
  /// A run whose checkpoints cannot be read starts over.
  STARTS_OVER(
      new Rules() {
        @Override
        public boolean mayStartOver(RunState state) {
          return true;
        }
      }),
  /// An attempt begins with the oldest state that a survivor holds.
  STALE_SOURCE(
      new Rules() {
        @Override
        public Optional<Worker> newest(List<Worker> survivors) {
          return survivors.stream()
              .filter(worker -> worker.held().isPresent())
              .min(Comparator.comparingLong(worker -> worker.held().orElseThrow().commit()));
        }
      }),
  /// What survivors hold is forgotten.
  MEMORY_LOST(
      new Rules() {
        @Override
        public Optional<Worker> newest(List<Worker> survivors) {
          return Optional.empty();
        }
      }),
  /// What ranks hold whose function threw is forgotten.
  THROWN_FORGOTTEN(
      new Rules() {
        @Override
        public boolean needed(Worker thrown, List<Worker> survivors) {
          return false;
        }
      }),
  /// What was rolled back is handed on.
  ROLL_BACK_FORGOTTEN(
      new Rules() {
        @Override
        public boolean trusts(AttemptFailures failures) {
          return true;
        }
      }),
  /// The state is trusted where somebody was killed while another rank rolled back.
  ROLL_BACK_OUTWEIGHED(
      new Rules() {
        @Override
        public boolean trusts(AttemptFailures failures) {
          return super.trusts(failures)
              || failures.causes().stream()
                  .anyMatch(c -> c.weight() == AttemptFailures.Weight.DEATH);
        }
      }),
  /// Nobody says whom the others wait for.
  LATE_UNNAMED(
      new Rules() {
        @Override
        public boolean isNamed(Duration waited, Duration after) {
          return false;
        }
      }),
  /// Whoever keeps the others waiting may do so for ever.
  LATE_FOR_EVER(
      new Rules() {
        @Override
        public boolean isTooLate(Duration waited, Duration most) {
          return false;
        }
      }),
  /// Whoever will be taken away is used again.
  NOTICE_IGNORED(
      new Rules() {
        @Override
        public boolean stays(Worker survivor, List<PreemptionNotice> notices) {
          return survivor.reusable();
        }
      }),
  /// Ranks are placed on nodes that are taken away.
  LEAVING_NODE_USED(
      new Rules() {
        @Override
        public boolean mayUse(Node node, boolean leaving) {
          return true;
        }
      }),
  /// That nodes do not hear each other counts against the run.
  LINK_USES_RETRY(
      new Rules() {
        @Override
        public boolean usesRetry(AttemptFailures.Cause cause) {
          return true;
        }
      }),
  /// Nodes that do not hear each other are used together again and again.
  DEAF_TOGETHER(
      new Rules() {
        @Override
        public boolean leavesOut(boolean again) {
          return false;
        }
      }),
  /// Who stops throws away what survivors hold.
  STOP_FORGETS(
      new Rules() {
        @Override
        public boolean savesFirst(boolean held) {
          return false;
        }
      }),
  /// Who has not reported in yet when its attempt fails is replaced.
  ON_ITS_WAY_REPLACED(
      new Rules() {
        @Override
        public boolean stays(Worker survivor, List<PreemptionNotice> notices) {
          return super.stays(survivor, notices) && !survivor.isOnItsWay();
        }
      }),
  /// The run resumes from survivors though shards are lost.
  SHARDS_FORGOTTEN(
      new Rules() {
        @Override
        public List<Integer> lostShards(List<Worker> survivors, HeldCommit newest) {
          return List.of();
        }
      }),
  /// Nobody stays when the size changes.
  SURVIVORS_RESTARTED(
      new Rules() {
        @Override
        public boolean mayTake(Worker survivor, Seat seat) {
          return false;
        }
      }),
  /// Retention deletes what the attempt began with.
  START_DELETED(
      new Rules() {
        @Override
        public boolean needed(RunState state, CommittedCheckpoint checkpoint) {
          return false;
        }
      }),
  /// A report that comes again is kept again.
  REPORT_TWICE(
      new Rules() {
        @Override
        public boolean isNext(long lastSequence, long sequence) {
          return sequence <= lastSequence + 1;
        }
      }),
  /// A report after a gap is kept, and the ones in the gap are not.
  REPORT_SKIPPED(
      new Rules() {
        @Override
        public boolean isNext(long lastSequence, long sequence) {
          return sequence > lastSequence;
        }
      }),
  /// What workers send again to a new controller is kept again.
  RESENT_TWICE(
      new Rules() {
        @Override
        public long resumesAfter(long durable, long acknowledged) {
          return acknowledged;
        }
      }),
  /// A controller that was deposed ends processes.
  OLD_TERM(
      new Rules() {
        @Override
        public boolean mayEnd(boolean current) {
          return true;
        }
      }),
  /// A new controller starts over with new workers.
  WORKERS_RESTARTED(
      new Rules() {
        @Override
        public boolean staysWith(Worker worker) {
          return false;
        }
      }),
  /// A controller that was deposed continues with checkpoints.
  DEPOSED_DELETES(
      new Rules() {
        @Override
        public boolean mayChangeCheckpoints(boolean current) {
          return true;
        }
      }),
  /// Failures are forgotten though the run has not got ahead.
  RETRIES_REFILLED(
      new Rules() {
        @Override
        public boolean gotAhead(RetryBudget budget, long committed, long commits) {
          return true;
        }
      }),
  /// Whoever keeps the others waiting may do so for hours.
  LATE_FOR_HOURS(
      new Rules() {
        @Override
        public boolean isTooLate(Duration waited, Duration most) {
          return super.isTooLate(waited, most.multipliedBy(1000));
        }
      }),
  /// Whoever was killed is waited for, however long it takes to be gone.
  KILLED_AWAITED(
      new Rules() {
        @Override
        public boolean givesUp(String killed) {
          return false;
        }
      }),
  /// Somebody takes the place of a rank that may still run though nobody may.
  CUT_OFF_REPLACED(
      new Rules() {
        @Override
        public boolean isOver(boolean exclusive) {
          return true;
        }
      }),
  /// A process that has the id of a dead worker is taken for it.
  PID_BELIEVED(Flaw.PID_BELIEVED),
  /// What was committed is written again.
  PART_REWRITTEN(Flaw.PART_REWRITTEN),
  /// What an earlier controller has written and not sealed is forgotten.
  LEFT_BEHIND_FORGOTTEN(Flaw.LEFT_BEHIND_FORGOTTEN),
  /// A controller acknowledges what it has written to a file that was taken away.
  TAKEN_UNNOTICED(Flaw.TAKEN_UNNOTICED),
  /// What a driver was told last is not written.
  LAST_REPORTS_DROPPED(Flaw.LAST_REPORTS_DROPPED),
  /// A worker has more reports on their way than it may.
  WINDOW_IGNORED(Flaw.WINDOW_IGNORED),
  /// What nobody has acknowledged is not said again to a new controller.
  REPORTS_NOT_REPEATED(Flaw.REPORTS_NOT_REPEATED),
  /// A new controller waits for ever for a worker that came up while there was none.
  FIRST_CALL_UNFINISHED(Flaw.FIRST_CALL_UNFINISHED),
  /// The shards of a rank that was the last to hear of a commit are lost.
  COMMIT_UNSETTLED(Flaw.COMMIT_UNSETTLED),
  /// What is done on events that share a record is done before that is durable.
  GROUP_ACTED_ON_EARLY(Flaw.GROUP_ACTED_ON_EARLY),
  /// Reports are acknowledged before they are durable.
  EARLY_ACKNOWLEDGEMENT(
      new Rules() {
        @Override
        public long acknowledged(long received, long durable) {
          return received;
        }
      });

  @SuppressWarnings("ImmutableEnumChecker") // rules have no state
  private final Rules rules;

  private final Flaw flaw;

  Mutant(Rules rules) {
    this.rules = rules;
    this.flaw = Flaw.NONE;
  }

  Mutant(Flaw flaw) {
    this.rules = new Rules();
    this.flaw = flaw;
  }

  Flaw flaw() {
    return flaw;
  }

  Rules rules() {
    return rules;
  }
}
