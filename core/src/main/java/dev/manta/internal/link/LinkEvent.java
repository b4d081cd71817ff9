package dev.manta.internal.link;

/// What happens to one end of a resumable link. Connections have numbers: news of one that was
/// given up change nothing.
sealed interface LinkEvent {
  /// The owner sends a frame, for which there is space.
  record Send(int bytes) implements LinkEvent {}

  /// The owner has taken the next frame.
  record Take(int bytes) implements LinkEvent {}

  /// The owner wants no more of it.
  record Close(String why) implements LinkEvent {}

  /// This end has called, and the other one has let it in.
  record Connected(int connection) implements LinkEvent {}

  /// The other end has called, and said this.
  record Called(int connection, LinkMessage.Hello hello) implements LinkEvent {}

  /// Something came.
  record Heard(int connection, LinkMessage message) implements LinkEvent {}

  /// Some bytes of something long came.
  record Received(int connection) implements LinkEvent {}

  /// What came is not a message.
  record Misheard(int connection, String what) implements LinkEvent {}

  /// This process stood still for a while, so it heard nobody.
  record Paused(long millis) implements LinkEvent {}

  /// A connection is gone.
  record Broke(int connection, String why) implements LinkEvent {}

  /// A call did not come about.
  record NotConnected(String why, Answer answer) implements LinkEvent {}

  /// What was heard of a call that did not come about.
  enum Answer {
    /// Nothing, or nothing that makes sense.
    NONE,
    /// The machine says that nobody listens there.
    NOBODY_LISTENS,
    /// Whoever listens there does not let this end in: it is of no use to call again.
    NOT_LET_IN
  }

  /// Time has passed.
  record Tick() implements LinkEvent {}
}
