package dev.manta.internal.link;

import java.time.Duration;

/// What one end of a resumable link wants done, in this order.
sealed interface LinkEffect {
  /// Say something over a connection.
  record Say(int connection, LinkMessage message) implements LinkEffect {}

  /// Hand the frame that has just come to the owner.
  record Deliver() implements LinkEffect {}

  /// Forget the frames up to this one: they were taken, and there may be space for more.
  record Forget(long number) implements LinkEffect {}

  /// Close a connection, once everything said over it has left.
  record Drop(int connection) implements LinkEffect {}

  /// Call the other end after a while; somewhat sooner or later, so that not all call at once.
  record Dial(int call, Duration after) implements LinkEffect {}

  /// Tell the owner how the link fares.
  record Tell(LinkNews news) implements LinkEffect {}

  /// The link is over.
  record End(LinkEnd end) implements LinkEffect {}
}
