package dev.manta.train;

import java.util.Optional;

/// Why a worker failed, for the person who reads it.
///
/// @param attempt the attempt it happened in
/// @param rank the rank that failed first
/// @param worker the process
/// @param node the machine
/// @param what one sentence: what happened
/// @param exit how the process ended, if it did
/// @param stack the exception with its causes, if there was one
/// @param logTail the last lines that the worker printed
public record Failure(
    int attempt,
    int rank,
    String worker,
    String node,
    String what,
    Optional<String> exit,
    Optional<String> stack,
    String logTail) {
  /// All of it as text, first cause first.
  public String describe() {
    var text = new StringBuilder();
    text.append("rank ")
        .append(rank)
        .append(" (")
        .append(worker)
        .append(" on ")
        .append(node)
        .append(") ");
    text.append(what);
    exit.filter(ended -> !what.contains(ended))
        .ifPresent(ended -> text.append(" (").append(ended).append(')'));
    stack.ifPresent(trace -> text.append('\n').append(trace.stripTrailing()));
    if (!logTail.isBlank()) {
      text.append("\nlast lines of its log:\n")
          .append(logTail.stripTrailing().indent(2).stripTrailing());
    }
    return text.toString();
  }
}
