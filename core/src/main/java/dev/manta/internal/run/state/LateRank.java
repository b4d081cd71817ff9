package dev.manta.internal.run.state;

import java.util.Optional;

/// A rank that others wait for, or that makes no steps though nobody waits for it.
///
/// @param call what others wait in, if somebody does
/// @param seconds how long they had waited when it was named
/// @param stacks where its threads were then, once it has said
public record LateRank(int rank, Optional<String> call, long seconds, Optional<String> stacks) {
  private static final int CHARACTERS_MAX = 8000;

  public LateRank {
    // Records of older versions have empty texts for none.
    call = call.filter(name -> !name.isEmpty());
    stacks = stacks.filter(text -> !text.isEmpty());
  }

  public LateRank at(String threads) {
    String head =
        threads.length() <= CHARACTERS_MAX ? threads : threads.substring(0, CHARACTERS_MAX) + "…";
    return new LateRank(rank, call, seconds, Optional.of(head));
  }

  @Override
  public String toString() {
    if (call.isEmpty()) {
      return "rank %s has made no step, commit or report for %s s".formatted(rank, seconds);
    }
    return "rank %s keeps the others waiting in %s for %s s".formatted(rank, call.get(), seconds);
  }
}
