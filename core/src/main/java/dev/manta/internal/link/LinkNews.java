package dev.manta.internal.link;

/// How a resumable link fares; frames do not need to know.
public sealed interface LinkNews {
  /// There is no connection now; another one is tried.
  record Broken(String why) implements LinkNews {}

  /// There is a connection again, or the first one.
  record Joined(boolean again) implements LinkNews {}
}
