package dev.manta.internal.worker;

import dev.manta.internal.wire.ToController.Held;
import dev.manta.internal.worker.live.HeldCommits;
import dev.manta.internal.worker.live.LiveState;
import dev.manta.internal.worker.live.Replicas;
import dev.manta.internal.worker.live.Stash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The commits of one attempt. After a failure the run resumes from the newest one that a survivor
/// holds whole.
///
/// State that changes only in commits is not copied before it has to be: at the end of the attempt.
/// Everything else is copied at each commit, or, where somebody says when a step begins, then: so
/// that what a loop does between its commit and its next step belongs to the commit. Where ranks
/// have shards, everything is copied then, and shards to a neighbour too.
final class LiveCommits {
  private final Gate gate;
  private final LiveState live;
  private final RankProgress progress;
  private final HeldCommits held;
  private final Replicas replicas;
  private final int size;
  private final Runnable committed;
  private @Nullable Stash stash;
  private ReportSender.Stand stand = new ReportSender.Stand(0, 0);
  private long commit;
  private boolean begun;
  private boolean changing;
  private boolean toldOfSteps;
  private boolean whole;
  private boolean fresh;

  /// @param size how many ranks make these commits
  /// @param committed runs where an attempt may be left after a commit; it may throw
  LiveCommits(
      Gate gate,
      LiveState live,
      RankProgress progress,
      Replicas replicas,
      int size,
      Runnable committed) {
    this.gate = gate;
    this.live = live;
    this.progress = progress;
    this.replicas = replicas;
    this.held = replicas.holding();
    this.size = size;
    this.committed = committed;
  }

  /// Commits what is there now.
  void commit() {
    count();
    copy();
  }

  /// Commits by a change, which is all of it or, when it throws, torn.
  void commit(Runnable change) {
    gate.require();
    changing = true;
    change.run();
    count();
    changing = false;
    whole = false;
    if (!toldOfSteps) {
      copy();
    }
  }

  /// A step begins: nothing before it is still to come. An abort comes after that.
  void beginStep() {
    toldOfSteps = true;
    progress.move();
    completeIfOpen();
    leaveIfAgreed();
    gate.require();
  }

  /// Nothing was begun since the last commit: here the attempt may be left at no cost.
  void leaveIfAgreed() {
    if (fresh) {
      fresh = false;
      committed.run();
    }
  }

  /// Whether the function could resume from its last commit elsewhere.
  boolean canResume() {
    return !live.isEmpty();
  }

  private void completeIfOpen() {
    if (begun && !whole) {
      copy();
    }
  }

  private void count() {
    progress.nextCommit();
    fresh = true;
    commit = progress.commits();
    stand = new ReportSender.Stand(progress.step(), progress.epochAfter(true));
    begun = true;
    if (stash == null && !live.sharded()) {
      held.drop();
      stash = new Stash();
    }
  }

  private void copy() {
    if (live.sharded()) {
      replicas.commit(held(true, 0));
    } else if (stash != null) {
      live.forEach(stash::takeRestless);
    }
    whole = true;
  }

  private Held held(boolean complete, long checksum) {
    return new Held(commit, complete, checksum, stand.step(), stand.epoch(), size, List.of());
  }

  /// Whether this attempt has made a commit.
  boolean anything() {
    return begun;
  }

  /// The attempt is being left: the process keeps its last commit, unless that is torn.
  void keep() {
    if (live.sharded()) {
      held.sum();
      return;
    }
    Stash newest = stash;
    stash = null;
    if (newest == null || live.isEmpty()) {
      return;
    }
    if (changing) {
      newest.close();
      return;
    }
    boolean complete = whole;
    if (!complete) {
      live.forEach(newest::takeRestless);
    }
    live.forEach(newest::takeSteady);
    held.keep(newest, held(complete, newest.checksum()));
  }

  /// The function has ended otherwise: nobody resumes from here.
  void close() {
    if (stash != null) {
      stash.close();
      stash = null;
    }
  }
}
