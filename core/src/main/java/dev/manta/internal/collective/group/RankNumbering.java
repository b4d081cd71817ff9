package dev.manta.internal.collective.group;

import dev.manta.collective.Cause;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// What the ranks of a group are called in the whole group that it is a part of: causes name ranks
/// of the whole, so that everybody means the same process, while engines count their own.
@SuppressWarnings("ArrayRecordComponent") // never compared
record RankNumbering(int[] whole, boolean isPart) {
  /// The numbers of a whole group.
  static RankNumbering of(int size) {
    return new RankNumbering(IntStream.range(0, size).toArray(), false);
  }

  /// The numbers of some of these ranks.
  RankNumbering part(int[] ranks) {
    return new RankNumbering(IntStream.of(ranks).map(rank -> whole[rank]).toArray(), true);
  }

  /// A cause as users see it.
  Cause seen(Cause cause) {
    if (!isPart) {
      return cause;
    }
    return switch (cause) {
      case Cause.PeerDied(int rank) -> new Cause.PeerDied(whole[rank]);
      case Cause.PeerLeft(int rank) -> new Cause.PeerLeft(whole[rank]);
      case Cause.TimedOut(int rank, String reason) -> new Cause.TimedOut(whole[rank], told(reason));
      case Cause.LinkLost(int rank, String reason) -> new Cause.LinkLost(whole[rank], told(reason));
      case Cause.Mismatched(String reason) -> new Cause.Mismatched(told(reason));
      case Cause.Requested _ -> cause;
    };
  }

  /// A text in which ranks are the group's own.
  String told(String text) {
    return isPart ? text + " (in the group of ranks " + Arrays.toString(whole) + ")" : text;
  }

  /// A user's cause as the engine keeps it.
  Cause kept(Cause cause) {
    if (!isPart) {
      return cause;
    }
    return switch (cause) {
      case Cause.PeerDied(int rank) when own(rank).isPresent() ->
          new Cause.PeerDied(own(rank).getAsInt());
      case Cause.PeerLeft(int rank) when own(rank).isPresent() ->
          new Cause.PeerLeft(own(rank).getAsInt());
      case Cause.PeerDied _,
          Cause.PeerLeft _,
          Cause.TimedOut _,
          Cause.LinkLost _,
          Cause.Mismatched _,
          Cause.Requested _ ->
          new Cause.Requested(cause.reason());
    };
  }

  private OptionalInt own(int rank) {
    return IntStream.range(0, whole.length).filter(i -> whole[i] == rank).findFirst();
  }
}
