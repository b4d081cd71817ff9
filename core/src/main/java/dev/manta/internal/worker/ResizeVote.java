package dev.manta.internal.worker;

import dev.manta.internal.wire.ToController;
import java.util.function.BooleanSupplier;

/// Leaves the function when the number of ranks changes: at a commit, the same one on every rank.
///
/// Ranks agree through the control word that travels with their collectives. A single rank leaves
/// by itself.
final class ResizeVote {
  /// The control word of a rank that was told to leave. A stop goes before it.
  static final long WORD = 1;

  private static final int ALONE_MAX = 5;
  private static final String FORGETFUL =
      "its function has no live state to resume from with another number of workers; register it"
          + " with ctx.live(name, state)";
  private static final String NEVER_MET =
      "its ranks use no collectives, by which they would agree on the commit to leave at; call"
          + " ctx.barrier() once per step";

  private final Gate gate;
  private final ControllerChannel channel;
  private final AttemptCollectives collectives;
  private final int size;
  private volatile boolean told;
  private int alone;

  ResizeVote(Gate gate, ControllerChannel channel, AttemptCollectives collectives, int size) {
    this.gate = gate;
    this.channel = channel;
    this.collectives = collectives;
    this.size = size;
  }

  /// Takes the controller's wish, on its own thread.
  void take() {
    told = true;
    gate.change(() -> collectives.raise(WORD));
  }

  /// A commit was made. Ranks that do not meet cannot agree on one. Throws when all ranks leave
  /// here.
  ///
  /// @param canResume whether the function could resume from that commit
  /// @param before what is to be done before this rank leaves
  void committed(BooleanSupplier canResume, Runnable before) {
    boolean agreed = size == 1 ? told : collectives.agreed() == WORD;
    if (!agreed) {
      stayIfAlone();
      return;
    }
    if (!canResume.getAsBoolean()) {
      stay(FORGETFUL);
      return;
    }
    before.run();
    gate.close("the number of workers changes");
    gate.require();
  }

  /// A function may well commit before its first collective.
  private void stayIfAlone() {
    alone = told && !collectives.isFormed() ? alone + 1 : 0;
    if (alone == ALONE_MAX) {
      stay(NEVER_MET);
    }
  }

  private void stay(String why) {
    told = false;
    gate.change(() -> collectives.lower(WORD));
    channel.send(new ToController.Stays(gate.attempt(), why));
  }
}
