package dev.manta.internal.remote;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import java.time.Duration;

/// What nodes say to drivers as bytes.
public final class FromNodeCodec {
  private static final int WELCOME = 1;
  private static final int LACKS = 2;
  private static final int PREPARED = 3;
  private static final int NOT_PREPARED = 4;
  private static final int LOOKED = 5;
  private static final int LEAVING = 6;
  private static final int OPENED = 10;
  private static final int REFUSED = 11;
  private static final int IS_BUSY = 12;
  private static final int CLOSED = 13;
  private static final int ASK_LEASE = 14;
  private static final int CONNECTED = 20;
  private static final int BACK = 21;
  private static final int FRAME = 22;
  private static final int PRINTED = 23;
  private static final int GONE = 24;

  private static final int STATUS = 1;
  private static final int SIGNAL = 2;
  private static final int UNSEEN = 3;
  private static final int UNREACHABLE = 4;
  private static final int NOT_STARTED = 5;

  private FromNodeCodec() {}

  public static byte[] write(FromNode message) {
    return switch (message) {
      case FromNode.Welcome(String node, int java, String release) ->
          new RemoteOut(WELCOME).text(node).number(java).text(release).done();
      case FromNode.Lacks(int number, var hashes) ->
          new RemoteOut(LACKS).number(number).texts(hashes).done();
      case FromNode.Prepared(int number) -> new RemoteOut(PREPARED).number(number).done();
      case FromNode.NotPrepared(int number, String why) ->
          new RemoteOut(NOT_PREPARED).number(number).text(why).done();
      case FromNode.Looked(int question, boolean runs) ->
          new RemoteOut(LOOKED).number(question).flag(runs).done();
      case FromNode.Leaving(Duration left, String why) ->
          new RemoteOut(LEAVING).big(left.toMillis()).text(why).done();
      case FromNode.Opened(int group) -> new RemoteOut(OPENED).number(group).done();
      case FromNode.Refused(int group, String why) ->
          new RemoteOut(REFUSED).number(group).text(why).done();
      case FromNode.IsBusy(int group, String worker, boolean busy) ->
          new RemoteOut(IS_BUSY).number(group).text(worker).flag(busy).done();
      case FromNode.AskLease(int group, int number) ->
          new RemoteOut(ASK_LEASE).number(group).number(number).done();
      case FromNode.Closed(int group) -> new RemoteOut(CLOSED).number(group).done();
      case FromNode.Told(int group, WorkerNews.OfWorker news) -> news(group, news).done();
    };
  }

  private static RemoteOut news(int group, WorkerNews.OfWorker news) {
    String worker = news.worker();
    return switch (news) {
      case WorkerNews.Connected(String _, long pid) ->
          new RemoteOut(CONNECTED).number(group).text(worker).big(pid);
      case WorkerNews.Back(String _, byte[] hello) ->
          new RemoteOut(BACK, hello.length).number(group).text(worker).bytes(hello);
      case WorkerNews.Frame(String _, byte[] bytes) ->
          new RemoteOut(FRAME, bytes.length).number(group).text(worker).bytes(bytes);
      case WorkerNews.Printed(String _, byte[] bytes, long leftOut) ->
          new RemoteOut(PRINTED, bytes.length).number(group).text(worker).bytes(bytes).big(leftOut);
      case WorkerNews.Gone(String _, Exit exit, String tail) ->
          exit(new RemoteOut(GONE).number(group).text(worker), exit).text(tail);
    };
  }

  private static RemoteOut exit(RemoteOut out, Exit exit) {
    return switch (exit) {
      case Exit.Status(int status) -> out.number(STATUS).number(status);
      case Exit.Signal(int number, String name) -> out.number(SIGNAL).number(number).text(name);
      case Exit.Unseen _ -> out.number(UNSEEN);
      case Exit.Unreachable(String node, String why) ->
          out.number(UNREACHABLE).text(node).text(why);
      case Exit.NotStarted(String why) -> out.number(NOT_STARTED).text(why);
    };
  }

  /// Reads what [#write] wrote.
  static FromNode read(RemoteIn in) {
    FromNode message =
        switch (in.kind()) {
          case WELCOME -> new FromNode.Welcome(in.text(), in.number(), in.text());
          case LACKS -> new FromNode.Lacks(in.number(), in.texts());
          case PREPARED -> new FromNode.Prepared(in.number());
          case NOT_PREPARED -> new FromNode.NotPrepared(in.number(), in.text());
          case LOOKED -> new FromNode.Looked(in.number(), in.flag());
          case LEAVING -> new FromNode.Leaving(Duration.ofMillis(in.big()), in.text());
          case OPENED -> new FromNode.Opened(in.number());
          case REFUSED -> new FromNode.Refused(in.number(), in.text());
          case IS_BUSY -> new FromNode.IsBusy(in.number(), in.text(), in.flag());
          case ASK_LEASE -> new FromNode.AskLease(in.number(), in.number());
          case CLOSED -> new FromNode.Closed(in.number());
          default -> new FromNode.Told(in.number(), news(in));
        };
    return in.end(message);
  }

  private static WorkerNews.OfWorker news(RemoteIn in) {
    return switch (in.kind()) {
      case CONNECTED -> new WorkerNews.Connected(in.text(), in.big());
      case BACK -> new WorkerNews.Back(in.text(), in.bytes());
      case FRAME -> new WorkerNews.Frame(in.text(), in.bytes());
      case PRINTED -> new WorkerNews.Printed(in.text(), in.bytes(), in.big());
      case GONE -> new WorkerNews.Gone(in.text(), exit(in), in.text());
      default -> throw in.unknown("driver");
    };
  }

  private static Exit exit(RemoteIn in) {
    int kind = in.number();
    return switch (kind) {
      case STATUS -> new Exit.Status(in.number());
      case SIGNAL -> new Exit.Signal(in.number(), in.text());
      case UNSEEN -> new Exit.Unseen();
      case UNREACHABLE -> new Exit.Unreachable(in.text(), in.text());
      case NOT_STARTED -> new Exit.NotStarted(in.text());
      default -> throw in.unknown("driver");
    };
  }
}
