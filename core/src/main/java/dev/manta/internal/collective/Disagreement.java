package dev.manta.internal.collective;

/// Two ranks made different calls; the group turns it into the user's exception.
public final class Disagreement extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int first;
  private final int second;
  private final String firstCall;
  private final String secondCall;
  private final boolean message;
  private final String rule;

  public Disagreement(int first, Header firstHeader, int second, Header secondHeader) {
    super(null, null, false, false);
    this.first = first;
    this.second = second;
    this.message = firstHeader.kind() == Kind.SEND;
    this.firstCall = message ? firstHeader.receiving() : firstHeader.call();
    this.secondCall = secondHeader.call();
    this.rule = "every rank must make the same calls in the same order";
  }

  /// Two ranks made the same call with arguments that break a rule between them.
  Disagreement(int first, String firstCall, int second, String secondCall, String rule) {
    super(null, null, false, false);
    this.first = first;
    this.second = second;
    this.message = false;
    this.firstCall = firstCall;
    this.secondCall = secondCall;
    this.rule = rule;
  }

  int first() {
    return first;
  }

  int second() {
    return second;
  }

  /// Whether a message between two ranks differs, which only the receiver knows.
  boolean isMessage() {
    return message;
  }

  /// The sentence for the user; each rank's place is its stack line.
  String sentence(String firstPlace, String secondPlace) {
    return "ranks made different calls: rank "
        + first
        + " called "
        + firstCall
        + firstPlace
        + ", rank "
        + second
        + " called "
        + secondCall
        + secondPlace
        + "; "
        + rule;
  }
}
