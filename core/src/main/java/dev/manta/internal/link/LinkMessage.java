package dev.manta.internal.link;

/// What the two ends of a resumable link say to each other.
sealed interface LinkMessage {
  /// The first on every connection, from both ends.
  ///
  /// @param session whose life this is: a restarted end has another
  /// @param known the session at the other end that this one speaks with; 0 before it knows
  /// @param call how often the calling end has called
  /// @param accepted the last frame that has come here
  /// @param taken what was taken of those
  record Hello(long session, long known, int call, long accepted, Progress taken)
      implements LinkMessage {}

  /// A frame; its bytes are kept by number at the end that sent it.
  record Frame(long number) implements LinkMessage {}

  /// Frames up to here were taken; it also says that this end is alive.
  record Taken(Progress progress) implements LinkMessage {}

  /// Nothing more comes, and why.
  record Bye(Parting parting, String why) implements LinkMessage {}

  /// Why an end leaves.
  enum Parting {
    /// Its owner closed the link.
    CLOSED(1),
    /// It has another life than the one that was spoken with.
    RESTARTED(2),
    /// It was told something that cannot be.
    VIOLATED(3);

    private final int code;

    Parting(int code) {
      this.code = code;
    }

    /// What it is on the wire.
    int code() {
      return code;
    }

    static Parting of(int code) throws LinkViolation {
      for (Parting parting : values()) {
        if (parting.code == code) {
          return parting;
        }
      }
      throw new LinkViolation("a farewell of kind " + code);
    }
  }
}
