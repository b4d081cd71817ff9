package dev.manta.internal.collective;

/// Two ranks made different calls; the group turns it into the user's exception.
public final class CallMismatch extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int first;
  private final int second;
  private final String firstCall;
  private final String secondCall;
  private final boolean message;
  private final String rule;

  public CallMismatch(int first, CallHeader firstHeader, int second, CallHeader secondHeader) {
    super(null, null, false, false);
    this.first = first;
    this.second = second;
    this.message = firstHeader.kind() == CallKind.SEND;
    this.firstCall = message ? firstHeader.receiving() : firstHeader.call();
    this.secondCall = secondHeader.call();
    this.rule = "every rank must make the same calls in the same order";
  }

  /// Two ranks made the same call with arguments that break a rule between them.
  public CallMismatch(int first, String firstCall, int second, String secondCall, String rule) {
    super(null, null, false, false);
    this.first = first;
    this.second = second;
    this.message = false;
    this.firstCall = firstCall;
    this.secondCall = secondCall;
    this.rule = rule;
  }

  public int first() {
    return first;
  }

  public int second() {
    return second;
  }

  /// Whether a message between two ranks differs, which only the receiver knows.
  public boolean isMessage() {
    return message;
  }

  /// The sentence for the user; each rank's place is its stack line.
  public String sentence(String firstPlace, String secondPlace) {
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
