package dev.manta.internal.remote;

import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.code.Code;
import dev.manta.internal.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What drivers say to nodes as bytes.
public final class ToNodeCodec {
  private static final int HELLO = 1;
  private static final int PREPARE = 2;
  private static final int CHUNK = 3;
  private static final int LOOK = 4;
  private static final int OPEN = 10;
  private static final int READY = 11;
  private static final int BEGIN = 12;
  private static final int SEAT = 13;
  private static final int SEND = 14;
  private static final int KILL = 15;
  private static final int ASK_BUSY = 16;
  private static final int GIVE_UP = 17;
  private static final int FENCE = 18;
  private static final int ADOPT = 19;
  private static final int RELEASE = 20;
  private static final int CLOSE = 21;
  private static final int LEASE = 22;
  private static final int ENTRY_BYTES_LEAST = 16;

  private ToNodeCodec() {}

  public static byte[] write(ToNode message) {
    return switch (message) {
      case ToNode.Hello(int java, String release) ->
          new RemoteOut(HELLO).number(java).text(release).done();
      case ToNode.Prepare(int number, Code code) ->
          code(new RemoteOut(PREPARE).number(number), code).done();
      case ToNode.Chunk(String hash, byte[] bytes, boolean last) ->
          new RemoteOut(CHUNK, bytes.length + hash.length())
              .text(hash)
              .bytes(bytes)
              .flag(last)
              .done();
      case ToNode.Look(int question, long pid) ->
          new RemoteOut(LOOK).number(question).big(pid).done();
      case ToNode.OfGroup of -> ofGroup(of);
    };
  }

  private static byte[] ofGroup(ToNode.OfGroup message) {
    int group = message.group();
    return switch (message) {
      case ToNode.Open open -> open(open);
      case ToNode.Ready(int _, var spec) -> new RemoteOut(READY).number(group).spec(spec).done();
      case ToNode.Begin(int _, var spec) -> new RemoteOut(BEGIN).number(group).spec(spec).done();
      case ToNode.Seat(int _, var spec) -> new RemoteOut(SEAT).number(group).spec(spec).done();
      case ToNode.Send(int _, String worker, byte[] frame) ->
          new RemoteOut(SEND, frame.length).number(group).text(worker).bytes(frame).done();
      case ToNode.Kill(int _, String worker) ->
          new RemoteOut(KILL).number(group).text(worker).done();
      case ToNode.AskBusy(int _, String worker) ->
          new RemoteOut(ASK_BUSY).number(group).text(worker).done();
      case ToNode.GiveUp(int _, var spec, long pid) ->
          new RemoteOut(GIVE_UP).number(group).spec(spec).big(pid).done();
      case ToNode.Fence(int _, var spec, long pid) ->
          new RemoteOut(FENCE).number(group).spec(spec).big(pid).done();
      case ToNode.Adopt(int _, var spec, long pid, long printed) ->
          new RemoteOut(ADOPT).number(group).spec(spec).big(pid).big(printed).done();
      case ToNode.Lease(int _, int number) ->
          new RemoteOut(LEASE).number(group).number(number).done();
      case ToNode.Release _ -> new RemoteOut(RELEASE).number(group).done();
      case ToNode.Close _ -> new RemoteOut(CLOSE).number(group).done();
    };
  }

  private static byte[] open(ToNode.Open open) {
    RemoteOut out = new RemoteOut(OPEN).number(open.group());
    ToNode.RunTerms terms = open.terms();
    out.text(terms.run()).number(terms.term()).big(terms.orphanLimit().toMillis());
    out.big(terms.lease().toMillis());
    out.number(open.code()).number(open.first());
    ToNode.Start start = open.start();
    WorkerVariables variables = start.variables();
    workers(out, start.workers()).texts(variables.said()).texts(variables.passed());
    out.number(variables.threads()).number(variables.lanes());
    out.texts(start.wished()).text(start.directory());
    out.flag(open.kept().isPresent()).texts(open.kept().orElse(List.of()));
    return out.done();
  }

  private static RemoteOut workers(RemoteOut out, ToNode.Workers workers) {
    return switch (workers) {
      case ToNode.Workers.Jvms(List<String> options) -> out.flag(false).texts(options);
      case ToNode.Workers.Interpreters(var command, var variables, var folders) ->
          out.flag(true).texts(command).texts(variables).texts(folders);
    };
  }

  private static ToNode.Workers workers(RemoteIn in) {
    return in.flag()
        ? new ToNode.Workers.Interpreters(in.texts(), in.textsByKey(), in.texts())
        : new ToNode.Workers.Jvms(in.texts());
  }

  private static RemoteOut code(RemoteOut out, Code code) {
    out.number(code.entries().size());
    code.entries().forEach(each -> out.text(each.name()).text(each.sha256()).big(each.bytes()));
    return out;
  }

  /// Reads what [#write] wrote.
  static ToNode read(RemoteIn in) {
    ToNode message =
        switch (in.kind()) {
          case HELLO -> new ToNode.Hello(in.number(), in.text());
          case PREPARE -> new ToNode.Prepare(in.number(), code(in));
          case CHUNK -> new ToNode.Chunk(in.text(), in.bytes(), in.flag());
          case LOOK -> new ToNode.Look(in.number(), in.big());
          case OPEN -> open(in);
          case READY -> new ToNode.Ready(in.number(), in.spec());
          case BEGIN -> new ToNode.Begin(in.number(), in.spec());
          case SEAT -> new ToNode.Seat(in.number(), in.spec());
          case SEND -> new ToNode.Send(in.number(), in.text(), in.bytes());
          case KILL -> new ToNode.Kill(in.number(), in.text());
          case ASK_BUSY -> new ToNode.AskBusy(in.number(), in.text());
          case GIVE_UP -> new ToNode.GiveUp(in.number(), in.spec(), in.big());
          case FENCE -> new ToNode.Fence(in.number(), in.spec(), in.big());
          case ADOPT -> new ToNode.Adopt(in.number(), in.spec(), in.big(), in.big());
          case LEASE -> new ToNode.Lease(in.number(), in.number());
          case RELEASE -> new ToNode.Release(in.number());
          case CLOSE -> new ToNode.Close(in.number());
          default -> throw in.unknown("node");
        };
    return in.end(message);
  }

  private static ToNode.Open open(RemoteIn in) {
    int group = in.number();
    var terms =
        new ToNode.RunTerms(
            in.text(), in.number(), Duration.ofMillis(in.big()), Duration.ofMillis(in.big()));
    int code = in.number();
    int first = in.number();
    ToNode.Workers workers = workers(in);
    var variables = new WorkerVariables(in.textsByKey(), in.textsByKey(), in.number(), in.number());
    var start = new ToNode.Start(workers, variables, in.textsByKey(), in.text());
    boolean keeps = in.flag();
    List<String> kept = List.copyOf(in.texts());
    return new ToNode.Open(
        group, terms, code, first, start, keeps ? Optional.of(kept) : Optional.empty());
  }

  private static Code code(RemoteIn in) {
    int count = in.count(ENTRY_BYTES_LEAST);
    List<Code.Entry> entries = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        entries.add(new Code.Entry(in.text(), in.text(), in.big()));
      }
    } catch (IllegalArgumentException e) {
      throw new WireException("no list of code: " + e.getMessage());
    }
    return new Code(entries);
  }
}
