package dev.manta.internal.run.state;

/// A rank that others wait for, or that makes no steps though nobody waits for it.
///
/// @param call what others wait in; empty where nobody does
/// @param seconds how long they had waited when it was named
/// @param stacks where its threads were then; empty until it says
public record LateRank(int rank, String call, long seconds, String stacks) {
  private static final int CHARACTERS_MAX = 8000;

  public LateRank at(String threads) {
    String head =
        threads.length() <= CHARACTERS_MAX ? threads : threads.substring(0, CHARACTERS_MAX) + "…";
    return new LateRank(rank, call, seconds, head);
  }

  @Override
  public String toString() {
    if (call.isEmpty()) {
      return "rank %s has made no step, commit or report for %s s".formatted(rank, seconds);
    }
    return "rank %s keeps the others waiting in %s for %s s".formatted(rank, call, seconds);
  }
}
