package dev.manta.internal.run.state;

import java.util.Optional;
import java.util.OptionalLong;

/// A worker process as the run knows it.
///
/// @param pid its process, once that has reported in
/// @param offer how the others reach it in collectives, once it says so
/// @param missed how many pings in a row it left unanswered
/// @param returned whether its function returned, which its end does not undo
/// @param held what it has of the newest state, once it has left its function
/// @param ending whether it was told to end, so that its end is not a failure
public record Worker(
    String id,
    int attempt,
    Seat seat,
    WorkerPhase phase,
    OptionalLong pid,
    Optional<String> offer,
    int missed,
    boolean returned,
    Optional<HeldCommit> held,
    boolean ending) {
  public Worker {
    // Records of older versions have 0 and an empty text for none.
    pid = pid.orElse(0) == 0 ? OptionalLong.empty() : pid;
    offer = offer.filter(how -> !how.isEmpty());
    held = HeldCommit.ofRecord(held);
  }

  public static Worker starting(String id, int attempt, Seat seat) {
    return joining(id, attempt, seat, WorkerPhase.STARTING, OptionalLong.empty(), 0);
  }

  /// A process without a rank.
  public static Worker spare(String id, String node) {
    return starting(id, 0, Seat.withoutRank(node));
  }

  /// Whether it waits for a rank.
  public boolean isSpare() {
    return attempt == 0;
  }

  /// A spare as a rank of an attempt, told to join it.
  public Worker seated(int next, Seat where) {
    return joining(id, next, where, WorkerPhase.UP, pid, 0);
  }

  public int rank() {
    return seat.rank();
  }

  /// Where it stands, in the words that users see.
  public String standing() {
    return switch (phase) {
      case STARTING -> "starting";
      case UP -> "joining";
      case READY -> "ready";
      case ENTERED -> "training";
      case RETURNED -> "done";
      case UNWOUND -> "unwound";
      case FAILED -> "failed";
      case GONE -> returned ? "done" : "gone";
      case GIVEN_UP -> "given up";
      case CUT_OFF -> "cut off";
    };
  }

  public boolean alive() {
    return phase != WorkerPhase.GONE && phase != WorkerPhase.GIVEN_UP && !isCutOff();
  }

  /// Whether it may train on where nobody can reach it.
  public boolean isCutOff() {
    return phase == WorkerPhase.CUT_OFF;
  }

  /// Whether it survived its attempt: the abort took it out of its function, and nothing of it is
  /// left behind; or its function threw or returned, and it holds state; or its process has not
  /// reported in yet, so that it never was in it.
  public boolean reusable() {
    return !ending && (phase == WorkerPhase.UNWOUND || threw() || holdsOn() || isOnItsWay());
  }

  /// Whether its function returned, and its process holds state while others are not done.
  private boolean holdsOn() {
    return phase == WorkerPhase.RETURNED && held.isPresent();
  }

  /// Whether its function threw, and its process holds state nevertheless.
  public boolean threw() {
    return phase == WorkerPhase.FAILED && held.isPresent();
  }

  /// Whether its process was asked for as a rank and has not reported in yet.
  public boolean isOnItsWay() {
    return phase == WorkerPhase.STARTING && !isSpare() && !ending;
  }

  /// The same process in a later attempt, told to join it, or told so once it reports in.
  public Worker again(int next, Seat where) {
    WorkerPhase now = isOnItsWay() ? WorkerPhase.STARTING : WorkerPhase.UP;
    int unheard = isOnItsWay() ? missed : 0;
    return joining(id, next, where, now, pid, unheard);
  }

  /// One that has yet to say anything in its attempt.
  private static Worker joining(
      String id, int attempt, Seat seat, WorkerPhase phase, OptionalLong pid, int missed) {
    return new Worker(
        id, attempt, seat, phase, pid, Optional.empty(), missed, false, Optional.empty(), false);
  }

  public Worker phase(WorkerPhase next) {
    return new Worker(id, attempt, seat, next, pid, offer, missed, returned, held, ending);
  }

  public Worker returned(Optional<HeldCommit> what) {
    return new Worker(
        id, attempt, seat, WorkerPhase.RETURNED, pid, offer, missed, true, what, ending);
  }

  public Worker failed(Optional<HeldCommit> what) {
    return new Worker(
        id, attempt, seat, WorkerPhase.FAILED, pid, offer, missed, returned, what, ending);
  }

  public Worker unwound(Optional<HeldCommit> what) {
    return new Worker(
        id, attempt, seat, WorkerPhase.UNWOUND, pid, offer, missed, returned, what, ending);
  }

  public Worker up(long processId) {
    var known = OptionalLong.of(processId);
    return new Worker(id, attempt, seat, WorkerPhase.UP, known, offer, 0, returned, held, ending);
  }

  /// Left by an earlier controller: how far it has come it says again.
  public Worker back(long processId) {
    var known = OptionalLong.of(processId);
    return new Worker(
        id, attempt, seat, WorkerPhase.UP, known, Optional.empty(), 0, returned, held, ending);
  }

  public Worker ready(Optional<String> how) {
    return new Worker(id, attempt, seat, WorkerPhase.READY, pid, how, 0, returned, held, ending);
  }

  public Worker offered(String how) {
    var known = Optional.of(how);
    return new Worker(id, attempt, seat, phase, pid, known, missed, returned, held, ending);
  }

  public Worker missed(int pings) {
    return new Worker(id, attempt, seat, phase, pid, offer, pings, returned, held, ending);
  }

  public Worker toldToEnd() {
    return new Worker(id, attempt, seat, phase, pid, offer, missed, returned, held, true);
  }
}
