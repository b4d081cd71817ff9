package dev.manta.internal.worker;

import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;

/// Agrees with the other ranks on where to stop.
///
/// Ranks that use collectives agree through the control word that travels with them. Others count
/// how often the function asked: the controller proposes a count that no rank has reached, every
/// rank accepts or refuses, and a rank that gets there waits until the proposal is confirmed (it is
/// sent again) or a later one comes. A single rank stops at once.
///
/// A commit asks too, so that a function that does not is left at one.
final class StopVote {
  /// The control word of a rank that was asked to stop.
  static final long WORD = 2;

  private static final long UNDECIDED_MILLIS_MAX = 2000;

  private final Gate gate;
  private final ControllerChannel channel;
  private final AttemptCollectives collectives;
  private final int size;
  private long asked;
  private long proposed = Long.MAX_VALUE;
  private boolean confirmed;
  private boolean requested;
  private boolean seen;
  private boolean passed;
  private boolean left;

  StopVote(Gate gate, ControllerChannel channel, AttemptCollectives collectives, int size) {
    this.gate = gate;
    this.channel = channel;
    this.collectives = collectives;
    this.size = size;
  }

  /// Takes the controller's wish, on its own thread, and answers.
  void take(ToWorker.Stop message) {
    gate.change(() -> answer(message));
  }

  private void answer(ToWorker.Stop message) {
    requested = true;
    long at = message.atStep();
    boolean accepted = at == 0 ? takeAtOnce() : takeProposal(at);
    channel.send(new ToController.StopAnswer(gate.attempt(), at, accepted, asked));
  }

  private boolean takeAtOnce() {
    return size == 1 || collectives.raise(WORD);
  }

  private boolean takeProposal(long at) {
    if (at == proposed) {
      confirmed = true;
      return true;
    }
    if (asked >= at) {
      return false;
    }
    proposed = at;
    confirmed = false;
    return true;
  }

  /// The function asks whether to stop.
  boolean ask() {
    boolean stop = isAgreed();
    seen |= stop;
    return stop;
  }

  private boolean isAgreed() {
    asked++;
    return size == 1 ? requested : collectives.agreed() >= WORD || agreedByCount();
  }

  /// A commit was made. Says whether the function has passed by the stop: it was agreed on at an
  /// earlier commit, and nobody has asked since.
  boolean passedBy() {
    boolean before = passed;
    passed = isAgreed();
    return before && passed && !seen;
  }

  /// Leaves the function, which has not asked.
  void leave() {
    left = true;
    seen = true;
    throw new AttemptAborted(gate.attempt(), "the run stops");
  }

  /// Others have left at the stop that all ranks agreed on, and this one did not ask.
  boolean leftBehind() {
    boolean agreed = size > 1 && collectives.agreed() >= WORD && !seen;
    seen |= agreed;
    return agreed;
  }

  /// Whether the function was left so.
  boolean left() {
    return left;
  }

  private boolean agreedByCount() {
    if (asked < proposed) {
      return false;
    }
    gate.await(() -> confirmed || asked < proposed, UNDECIDED_MILLIS_MAX);
    return asked >= proposed;
  }

  /// Whether the function was told to stop.
  boolean seen() {
    return seen;
  }
}
