package dev.manta.cluster.desk;

import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.NodeAllocation;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadOutput;
import dev.manta.internal.head.HeadViolation;
import java.time.Duration;

/// What daemons say to each other as bytes: what kind of message it is, then its values. Kinds are
/// never used again for something else.
public final class DeskCodec {
  private static final int REIGNS = 1;
  private static final int RESERVE = 2;
  private static final int RELEASE = 3;
  private static final int DRAIN = 4;
  private static final int INTRODUCES = 5;
  private static final int LEAVES = 6;
  private static final int LISTS = 7;
  private static final int ASKS = 33;
  private static final int JOINED = 34;
  private static final int NOT_JOINED = 35;
  private static final int ELSEWHERE = 36;
  private static final int LOOKS = 37;
  private static final int SEEN = 38;

  private DeskCodec() {}

  static void allocation(HeadOutput out, NodeAllocation allocation) {
    out.node(allocation.node()).flag(allocation.leaving());
    out.map(
        allocation.shares(),
        (to, share) ->
            to.count(share.workers())
                .resources(share.each())
                .each(share.gpus(), HeadOutput::count));
  }

  static NodeAllocation allocation(HeadInput in) {
    var node = in.node();
    boolean leaving = in.flag();
    return new NodeAllocation(node, in.map(DeskCodec::share), leaving);
  }

  private static NodeAllocation.Share share(HeadInput in) {
    return new NodeAllocation.Share(in.count(), in.resources(), in.each(HeadInput::count));
  }

  public static byte[] write(NodeReport report) {
    var out = new HeadOutput().number(report.term());
    allocation(out, report.allocation());
    out.number(report.upTo()).map(report.introduced(), HeadOutput::text);
    return out.number(report.members().term()).number(report.members().number()).bytes();
  }

  public static NodeReport report(byte[] bytes) throws HeadViolation {
    return HeadInput.read(bytes, DeskCodec::report);
  }

  public static NodeReport report(HeadInput in) {
    return new NodeReport(
        in.number(),
        allocation(in),
        in.number(),
        in.map(HeadInput::text),
        new NodeReport.ListVersion(in.number(), in.number()));
  }

  public static byte[] write(HeadSays said) {
    var out = new HeadOutput();
    switch (said) {
      case HeadSays.Reigns(long term) -> out.octet(REIGNS).number(term);
      case HeadSays.Asks(long term, HeadEffect.ForNode effect) -> effect(out, term, effect);
      case HeadSays.Introduces(long term, String run, String print) ->
          out.octet(INTRODUCES).number(term).text(run).text(print);
      case HeadSays.Leaves(long term, Duration within, String why) ->
          out.octet(LEAVES).number(term).number(within.toMillis()).text(why);
      case HeadSays.Lists(MemberList members) -> members.write(out.octet(LISTS));
    }
    return out.bytes();
  }

  private static void effect(HeadOutput out, long term, HeadEffect.ForNode effect) {
    switch (effect) {
      case HeadEffect.Reserve it ->
          head(out.octet(RESERVE), term, it)
              .text(it.claim())
              .count(it.workers())
              .resources(it.each());
      case HeadEffect.Release it -> head(out.octet(RELEASE), term, it).text(it.claim());
      case HeadEffect.Drain it -> head(out.octet(DRAIN), term, it);
    }
  }

  private static HeadOutput head(HeadOutput out, long term, HeadEffect.ForNode effect) {
    return out.number(term).text(effect.node()).number(effect.number());
  }

  public static HeadSays headSays(byte[] bytes) throws HeadViolation {
    return HeadInput.read(bytes, DeskCodec::headSays);
  }

  private static HeadSays headSays(HeadInput in) {
    int kind = in.octet();
    return switch (kind) {
      case REIGNS -> new HeadSays.Reigns(in.number());
      case RESERVE ->
          new HeadSays.Asks(
              in.number(),
              new HeadEffect.Reserve(
                  in.text(), in.number(), in.text(), in.count(), in.resources()));
      case RELEASE ->
          new HeadSays.Asks(in.number(), new HeadEffect.Release(in.text(), in.number(), in.text()));
      case DRAIN -> new HeadSays.Asks(in.number(), new HeadEffect.Drain(in.text(), in.number()));
      case INTRODUCES -> new HeadSays.Introduces(in.number(), in.text(), in.text());
      case LEAVES -> new HeadSays.Leaves(in.number(), Duration.ofMillis(in.number()), in.text());
      case LISTS -> new HeadSays.Lists(MemberList.read(in));
      default -> throw unknown(kind);
    };
  }

  public static byte[] write(JoinMessage message) {
    var out = new HeadOutput();
    switch (message) {
      case JoinMessage.Asks(Newcomer newcomer) -> newcomer.write(out.octet(ASKS));
      case JoinMessage.Joined(String head, MemberList members, var tokens) -> {
        members.write(out.octet(JOINED).text(head));
        out.each(tokens, HeadOutput::text);
      }
      case JoinMessage.NotJoined(String why) -> out.octet(NOT_JOINED).text(why);
      case JoinMessage.Elsewhere(var heads) ->
          out.octet(ELSEWHERE)
              .each(
                  heads, (to, head) -> to.text(head.host()).count(head.port()).text(head.print()));
      case JoinMessage.Looks() -> out.octet(LOOKS);
      case JoinMessage.Seen(String head, long term, int members) ->
          out.octet(SEEN).text(head).number(term).count(members);
    }
    return out.bytes();
  }

  public static JoinMessage join(byte[] bytes) throws HeadViolation {
    return HeadInput.read(bytes, DeskCodec::join);
  }

  private static JoinMessage join(HeadInput in) {
    int kind = in.octet();
    return switch (kind) {
      case ASKS -> new JoinMessage.Asks(Newcomer.read(in));
      case JOINED ->
          new JoinMessage.Joined(in.text(), MemberList.read(in), in.each(HeadInput::text));
      case NOT_JOINED -> new JoinMessage.NotJoined(in.text());
      case ELSEWHERE ->
          new JoinMessage.Elsewhere(
              in.each(from -> new HeadAddress(from.text(), from.count(), from.text())));
      case LOOKS -> new JoinMessage.Looks();
      case SEEN -> new JoinMessage.Seen(in.text(), in.number(), in.count());
      default -> throw unknown(kind);
    };
  }

  private static IllegalArgumentException unknown(int kind) {
    return new IllegalArgumentException("there is none of kind " + kind);
  }
}
