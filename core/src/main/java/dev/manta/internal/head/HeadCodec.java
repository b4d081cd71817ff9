package dev.manta.internal.head;

import java.time.Duration;
import java.util.HashSet;

/// The messages between a head and drivers as bytes: what kind of message it is, then its values.
/// Kinds are never used again for something else.
public final class HeadCodec {
  /// Said in the first frame of a link; both ends speak the same one.
  public static final int VERSION = 1;

  private static final int HELLO = 1;
  private static final int CLAIMS = 2;
  private static final int RELEASES = 3;
  private static final int ASKS_STATUS = 4;
  private static final int ASKS_ADDRESS = 5;
  private static final int ASKS_DRAIN = 6;
  private static final int ASKS_FORGET = 7;
  private static final int WELCOME = 65;
  private static final int ELSEWHERE = 66;
  private static final int GRANTED = 67;
  private static final int WAITS = 68;
  private static final int REFUSED = 69;
  private static final int TOLD = 70;
  private static final int FOUND = 71;
  private static final int DONE = 72;
  private static final int NOT_DONE = 73;

  private HeadCodec() {}

  public static byte[] write(ToHead message) {
    return switch (message) {
      case ToHead.Hello it -> kind(HELLO).text(it.release()).text(it.who()).bytes();
      case ToHead.Claims it ->
          kind(CLAIMS)
              .demand(it.demand())
              .flag(it.possible())
              .optional(it.has(), HeadOutput::grant)
              .each(it.lost(), HeadOutput::text)
              .bytes();
      case ToHead.Releases it -> kind(RELEASES).text(it.run()).bytes();
      case ToHead.AsksStatus it -> kind(ASKS_STATUS).number(it.question()).bytes();
      case ToHead.AsksAddress it ->
          kind(ASKS_ADDRESS).number(it.question()).text(it.node()).bytes();
      case ToHead.AsksDrain it ->
          kind(ASKS_DRAIN)
              .number(it.question())
              .text(it.node())
              .number(it.within().toMillis())
              .bytes();
      case ToHead.AsksForget it -> kind(ASKS_FORGET).number(it.question()).text(it.node()).bytes();
    };
  }

  public static byte[] write(FromHead message) {
    return switch (message) {
      case FromHead.Welcome it ->
          kind(WELCOME)
              .number(it.term())
              .each(it.heads(), HeadOutput::head)
              .text(it.storage())
              .bytes();
      case FromHead.Elsewhere it -> kind(ELSEWHERE).each(it.heads(), HeadOutput::head).bytes();
      case FromHead.Granted it -> kind(GRANTED).text(it.run()).grant(it.grant()).bytes();
      case FromHead.Waits it ->
          kind(WAITS).text(it.run()).text(it.why()).flag(it.possible()).bytes();
      case FromHead.Refused it -> kind(REFUSED).text(it.run()).text(it.why()).bytes();
      case FromHead.Told it -> kind(TOLD).number(it.question()).status(it.status()).bytes();
      case FromHead.Found it ->
          kind(FOUND).number(it.question()).optional(it.address(), HeadOutput::address).bytes();
      case FromHead.Done it -> kind(DONE).number(it.question()).text(it.words()).bytes();
      case FromHead.NotDone it -> kind(NOT_DONE).number(it.question()).text(it.why()).bytes();
    };
  }

  private static HeadOutput kind(int kind) {
    return new HeadOutput().octet(kind);
  }

  public static ToHead toHead(byte[] bytes) throws HeadViolation {
    return HeadInput.read(bytes, HeadCodec::toHead);
  }

  private static ToHead toHead(HeadInput in) {
    int kind = in.octet();
    return switch (kind) {
      case HELLO -> new ToHead.Hello(in.text(), in.text());
      case CLAIMS ->
          new ToHead.Claims(
              in.demand(),
              in.flag(),
              in.optional(HeadInput::grant),
              new HashSet<>(in.each(HeadInput::text)));
      case RELEASES -> new ToHead.Releases(in.text());
      case ASKS_STATUS -> new ToHead.AsksStatus(in.number());
      case ASKS_ADDRESS -> new ToHead.AsksAddress(in.number(), in.text());
      case ASKS_DRAIN ->
          new ToHead.AsksDrain(in.number(), in.text(), Duration.ofMillis(in.number()));
      case ASKS_FORGET -> new ToHead.AsksForget(in.number(), in.text());
      default -> throw unknown(kind);
    };
  }

  public static FromHead fromHead(byte[] bytes) throws HeadViolation {
    return HeadInput.read(bytes, HeadCodec::fromHead);
  }

  private static FromHead fromHead(HeadInput in) {
    int kind = in.octet();
    return switch (kind) {
      case WELCOME -> new FromHead.Welcome(in.number(), in.each(HeadInput::head), in.text());
      case ELSEWHERE -> new FromHead.Elsewhere(in.each(HeadInput::head));
      case GRANTED -> new FromHead.Granted(in.text(), in.grant());
      case WAITS -> new FromHead.Waits(in.text(), in.text(), in.flag());
      case REFUSED -> new FromHead.Refused(in.text(), in.text());
      case TOLD -> new FromHead.Told(in.number(), in.status());
      case FOUND -> new FromHead.Found(in.number(), in.optional(HeadInput::address));
      case DONE -> new FromHead.Done(in.number(), in.text());
      case NOT_DONE -> new FromHead.NotDone(in.number(), in.text());
      default -> throw unknown(kind);
    };
  }

  private static IllegalArgumentException unknown(int kind) {
    return new IllegalArgumentException("there is none of kind " + kind);
  }
}
