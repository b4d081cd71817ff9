package dev.manta.internal.wire;

import dev.manta.internal.loop.LoopSpec;

/// The numbers of the controller's messages, and how each is read.
final class FromController {
  static final int WELCOME = 65;
  static final int JOIN = 66;
  static final int GO = 67;
  static final int VALIDATE = 68;
  static final int ACK = 69;
  static final int COMMITTED = 70;
  static final int NOT_COMMITTED = 71;
  static final int STOP = 72;
  static final int ABORT = 73;
  static final int DUMP = 74;
  static final int PING = 75;
  static final int LEAVE = 76;
  static final int GATHERED = 77;
  static final int WARM = 78;
  static final int RESIZE = 79;
  static final int NOTICE = 81;
  static final int LEAVE_RUN = 82;

  private FromController() {}

  static ToWorker read(FrameIn in) {
    return in.end(message(in));
  }

  private static ToWorker message(FrameIn in) {
    int attempt = in.attempt();
    return switch (in.type()) {
      case WELCOME -> new ToWorker.Welcome(in.i32(), in.i64(), in.i64());
      case JOIN -> join(in);
      case GO -> new ToWorker.Go(attempt, in.texts());
      case VALIDATE ->
          new ToWorker.Validate(
              in.text(), ToWorker.RunFacts.read(in), loop(in), in.text(), in.i32());
      case ACK -> new ToWorker.Ack(in.sequence());
      case COMMITTED -> new ToWorker.Committed(attempt, in.i32(), in.text());
      case NOT_COMMITTED -> new ToWorker.NotCommitted(attempt, in.i32(), in.text());
      case STOP -> new ToWorker.Stop(attempt, in.i64());
      case ABORT -> new ToWorker.Abort(attempt, in.text(), in.flag());
      case DUMP -> new ToWorker.Dump(attempt);
      case PING -> new ToWorker.Ping(in.sequence());
      case GATHERED -> new ToWorker.Gathered(attempt, in.texts());
      case WARM -> new ToWorker.Warm(loop(in));
      case NOTICE -> new ToWorker.Notice(attempt, in.numbers(), in.i64());
      case RESIZE -> new ToWorker.Resize(attempt);
      case LEAVE -> new ToWorker.Leave();
      case LEAVE_RUN -> new ToWorker.LeaveRun();
      default -> throw in.unknown("worker");
    };
  }

  private static ToWorker.Join join(FrameIn in) {
    return new ToWorker.Join(
        in.attempt(),
        ToWorker.Place.read(in),
        ToWorker.RunFacts.read(in),
        ToWorker.Start.read(in),
        loop(in));
  }

  private static LoopSpec loop(FrameIn in) {
    return new LoopSpec(in.text(), in.text(), in.text(), in.text());
  }
}
