package dev.manta.internal.run;

/// A worker process as the run knows it.
///
/// @param offer how the others reach it in collectives; empty until it says so
/// @param missed how many pings in a row it left unanswered
/// @param returned whether its function returned, which its end does not undo
/// @param held what it has of the newest state, once it has left its function
/// @param ending whether it was told to end, so that its end is no failure
public record Worker(
    String id,
    int attempt,
    Seat seat,
    Phase phase,
    long pid,
    String offer,
    int missed,
    boolean returned,
    Held held,
    boolean ending) {
  static Worker starting(String id, int attempt, Seat seat) {
    return new Worker(id, attempt, seat, Phase.STARTING, 0, "", 0, false, Held.NOTHING, false);
  }

  /// A process without a rank.
  static Worker spare(String id, String node) {
    return starting(id, 0, new Seat(-1, node, 0, 0, 0, "cpu", 1));
  }

  /// Whether it waits for a rank.
  public boolean isSpare() {
    return attempt == 0;
  }

  /// A spare as a rank of an attempt, told to join it.
  Worker seated(int next, Seat where) {
    return new Worker(id, next, where, Phase.UP, pid, "", 0, false, Held.NOTHING, false);
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
    };
  }

  public boolean alive() {
    return phase != Phase.GONE && phase != Phase.GIVEN_UP;
  }

  /// Whether it survived its attempt: the abort took it out of its function, and nothing of it is
  /// left behind; or its function threw or returned, and it holds state; or its process has not
  /// reported in yet, so that it never was in it.
  public boolean reusable() {
    return !ending && (phase == Phase.UNWOUND || threw() || holdsOn() || isOnItsWay());
  }

  /// Whether its function returned, and its process holds state while others are not done.
  private boolean holdsOn() {
    return phase == Phase.RETURNED && held.anything();
  }

  /// Whether its function threw, and its process holds state nevertheless.
  public boolean threw() {
    return phase == Phase.FAILED && held.commit() > 0;
  }

  /// Whether its process was asked for as a rank and has not reported in yet.
  public boolean isOnItsWay() {
    return phase == Phase.STARTING && !isSpare() && !ending;
  }

  /// The same process in a later attempt, told to join it, or told so once it reports in.
  Worker again(int next, Seat where) {
    Phase now = isOnItsWay() ? Phase.STARTING : Phase.UP;
    int unheard = isOnItsWay() ? missed : 0;
    return new Worker(id, next, where, now, pid, "", unheard, false, Held.NOTHING, false);
  }

  Worker phase(Phase next) {
    return new Worker(id, attempt, seat, next, pid, offer, missed, returned, held, ending);
  }

  Worker returned(Held what) {
    return new Worker(id, attempt, seat, Phase.RETURNED, pid, offer, missed, true, what, ending);
  }

  Worker failed(Held what) {
    return new Worker(id, attempt, seat, Phase.FAILED, pid, offer, missed, returned, what, ending);
  }

  Worker unwound(Held what) {
    return new Worker(id, attempt, seat, Phase.UNWOUND, pid, offer, missed, returned, what, ending);
  }

  Worker up(long processId) {
    return new Worker(id, attempt, seat, Phase.UP, processId, offer, 0, returned, held, ending);
  }

  /// Left by an earlier controller: how far it has come it says again.
  Worker back(long processId) {
    return new Worker(id, attempt, seat, Phase.UP, processId, "", 0, returned, held, ending);
  }

  Worker ready(String how) {
    return new Worker(id, attempt, seat, Phase.READY, pid, how, 0, returned, held, ending);
  }

  Worker offered(String how) {
    return new Worker(id, attempt, seat, phase, pid, how, missed, returned, held, ending);
  }

  Worker missed(int pings) {
    return new Worker(id, attempt, seat, phase, pid, offer, pings, returned, held, ending);
  }

  Worker toldToEnd() {
    return new Worker(id, attempt, seat, phase, pid, offer, missed, returned, held, true);
  }
}
