package dev.manta.internal.link;

import java.util.Optional;

/// What one end of a resumable link knows. The bytes of frames are kept outside, by number.
///
/// @param session this end's life
/// @param peer the life of the other end; 0 before it was heard
/// @param calls whether this end calls the other
/// @param line the connection
/// @param out what goes
/// @param in what comes
/// @param end why it is over
record LinkState(
    long session,
    long peer,
    boolean calls,
    Line line,
    Outbound out,
    Inbound in,
    Optional<LinkEnd> end) {

  /// The connection of an end.
  ///
  /// @param connection its number; 0 for none
  /// @param greeted whether the other end's hello has come over it
  /// @param call the calls so far
  /// @param failures how many of them failed in a row
  /// @param heardAt when the other end was heard, in milliseconds
  /// @param spokeAt when this end spoke
  /// @param failure what happened to the last connection
  /// @param vacant whether the other end's machine said at the last call that nobody listens there
  record Line(
      int connection,
      boolean greeted,
      int call,
      int failures,
      long heardAt,
      long spokeAt,
      String failure,
      boolean vacant) {
    boolean isOpen() {
      return connection != 0 && greeted;
    }

    Line connected(int number, long now) {
      return new Line(number, false, call, failures, heardAt, now, "", false);
    }

    Line called(int by) {
      return new Line(connection, greeted, by, failures, heardAt, spokeAt, failure, vacant);
    }

    Line greeted(long now) {
      return new Line(connection, true, call, 0, now, spokeAt, failure, vacant);
    }

    Line broken(String why) {
      return new Line(0, false, call, failures, heardAt, spokeAt, why, false);
    }

    Line failed(String why, boolean nobodyListens) {
      return new Line(0, false, call, failures + 1, heardAt, spokeAt, why, nobodyListens);
    }

    Line heard(long now) {
      return new Line(connection, greeted, call, failures, now, spokeAt, failure, vacant);
    }

    Line spoke(long now) {
      return new Line(connection, greeted, call, failures, heardAt, now, failure, vacant);
    }
  }

  /// What goes.
  ///
  /// @param last the last frame of the owner
  /// @param said the last frame that was said over this connection
  /// @param taken what the other end's owner has taken
  /// @param farewell why nothing more comes; empty while more may come
  record Outbound(Progress last, long said, Progress taken, Optional<String> farewell) {
    Outbound sent(int bytes) {
      return new Outbound(last.plus(bytes), said, taken, farewell);
    }

    Outbound said(long number) {
      return new Outbound(last, number, taken, farewell);
    }

    Outbound taken(Progress progress) {
      return new Outbound(last, said, progress, farewell);
    }

    Outbound closing(String why) {
      return new Outbound(last, said, taken, Optional.of(why));
    }

    boolean isAllTaken() {
      return last.equals(taken);
    }
  }

  /// What comes.
  ///
  /// @param accepted the last frame that came
  /// @param taken what the owner has taken
  /// @param told what the other end was told of that
  record Inbound(long accepted, Progress taken, Progress told) {
    Inbound accept() {
      return new Inbound(accepted + 1, taken, told);
    }

    Inbound take(int bytes) {
      return new Inbound(accepted, taken.plus(bytes), told);
    }

    Inbound tell() {
      return new Inbound(accepted, taken, taken);
    }
  }

  /// An end that has heard nothing yet.
  static LinkState begin(long session, boolean calls, long now) {
    Outbound out = new Outbound(Progress.NONE, 0, Progress.NONE, Optional.empty());
    Inbound in = new Inbound(0, Progress.NONE, Progress.NONE);
    return new LinkState(
        session,
        0,
        calls,
        new Line(0, false, 0, 0, now, now, "", false),
        out,
        in,
        Optional.empty());
  }

  LinkState with(Line other) {
    return new LinkState(session, peer, calls, other, out, in, end);
  }

  LinkState with(Outbound other) {
    return new LinkState(session, peer, calls, line, other, in, end);
  }

  LinkState with(Inbound other) {
    return new LinkState(session, peer, calls, line, out, other, end);
  }

  LinkState withPeer(long other) {
    return new LinkState(session, other, calls, line, out, in, end);
  }

  LinkState ended(LinkEnd why) {
    return new LinkState(session, peer, calls, line.broken(""), out, in, Optional.of(why));
  }

  /// Whether the window has space for a frame.
  boolean hasRoom(int bytes, LinkTerms terms) {
    long frames = out.last().number() - out.taken().number();
    long under = out.last().bytes() - out.taken().bytes();
    return frames == 0 || (frames < terms.frames() && under + bytes <= terms.bytes());
  }
}
