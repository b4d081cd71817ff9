package dev.manta.internal.wire;

/// The numbers of a worker's messages, and how each is read.
final class FromWorker {
  static final int HELLO = 1;
  static final int READY = 2;
  static final int ENTERED = 3;
  static final int REPORT = 4;
  static final int PART_STORED = 5;
  static final int PART_FAILED = 6;
  static final int STOP_ANSWER = 7;
  static final int WAITING = 8;
  static final int PEER_DIED = 9;
  static final int UNWOUND = 10;
  static final int RETURNED = 11;
  static final int FAILED = 12;
  static final int STACKS = 13;
  static final int PONG = 14;
  static final int OFFERED = 15;
  static final int WARMED = 16;
  static final int STAYS = 17;
  static final int NOTICED = 18;
  static final int ARRIVALS = 19;
  static final int RESTATED = 20;
  static final int ROLLED_BACK = 21;
  static final int STORING = 22;
  static final int TRAFFIC = 23;
  static final int LINK_LOST = 24;
  static final int LEFT_RUN = 25;
  static final int LOGGED = 26;
  static final int LOAD = 27;

  private FromWorker() {}

  static ToController read(FrameIn in) {
    return in.end(message(in));
  }

  private static ToController message(FrameIn in) {
    int attempt = in.attempt();
    return switch (in.type()) {
      case HELLO -> hello(in);
      case READY -> new ToController.Ready(attempt, in.text());
      case ENTERED -> new ToController.Entered(attempt);
      case REPORT -> report(in);
      case LOGGED -> new ToController.Logged(attempt, in.i64(), in.text());
      case LOAD -> new ToController.Load(attempt, in.i32(), in.text());
      case PART_STORED -> new ToController.PartStored(attempt, in.i32(), in.i64(), in.text());
      case PART_FAILED -> new ToController.PartFailed(attempt, in.i32(), in.i64(), in.text());
      case STOP_ANSWER -> new ToController.StopAnswer(attempt, in.i64(), in.flag(), in.i64());
      case WAITING -> new ToController.Waiting(attempt, in.text(), in.i64(), in.numbers());
      case ARRIVALS -> new ToController.Arrivals(attempt, in.longs());
      case PEER_DIED -> new ToController.PeerDied(attempt, in.i32());
      case LINK_LOST -> new ToController.LinkLost(attempt, in.numbers(), in.text());
      case UNWOUND -> new ToController.Unwound(attempt, in.text(), ToController.Held.read(in));
      case RETURNED -> returned(in);
      case FAILED -> failed(in);
      case STACKS -> new ToController.Stacks(attempt, in.text());
      case OFFERED -> new ToController.Offered(attempt, in.text());
      case NOTICED -> new ToController.Noticed(attempt, in.i64(), in.text());
      case STAYS -> new ToController.Stays(attempt, in.text());
      case ROLLED_BACK -> new ToController.RolledBack(attempt, in.i64(), in.text());
      case STORING -> new ToController.Storing(attempt);
      case TRAFFIC -> new ToController.Traffic(in.i64(), in.i64(), in.i64(), in.i64());
      case RESTATED -> new ToController.Restated();
      case WARMED -> new ToController.Warmed();
      case LEFT_RUN -> new ToController.LeftRun();
      case PONG -> new ToController.Pong(in.sequence());
      default -> throw in.unknown("controller");
    };
  }

  private static ToController.Hello hello(FrameIn in) {
    return new ToController.Hello(in.text(), in.text(), in.i64(), in.attempt(), in.i32(), in.i64());
  }

  private static ToController.Report report(FrameIn in) {
    return new ToController.Report(
        in.attempt(),
        in.i32(),
        in.sequence(),
        in.i64(),
        in.i32(),
        in.i64(),
        in.i32(),
        in.text(),
        in.bytes());
  }

  private static ToController.Returned returned(FrameIn in) {
    return new ToController.Returned(
        in.attempt(), in.text(), in.flag(), ToController.Held.read(in));
  }

  private static ToController.Failed failed(FrameIn in) {
    return new ToController.Failed(
        in.attempt(),
        in.i64(),
        in.text(),
        in.text(),
        in.text(),
        in.text(),
        ToController.Held.read(in));
  }
}
