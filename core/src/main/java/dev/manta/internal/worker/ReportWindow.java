package dev.manta.internal.worker;

/// Numbers a worker's reports and decides how many of them may be on their way: so many in all, and
/// so many bytes in two halves, of which the older must be durable when the newer one is full.
///
/// One thread reports, another one acknowledges.
public final class ReportWindow {
  /// What the controller holds of a report beside its metrics, about.
  private static final int ROW_BYTES = 128;

  /// How much may be on its way.
  ///
  /// @param reports how many reports of one worker
  /// @param halfBytes half of the bytes of all ranks
  /// @param halfBytesMin half of those that each has, however many ranks there are
  public record Limits(int reports, long halfBytes, long halfBytesMin) {
    public static final Limits REAL = new Limits(1 << 16, 4 << 20, 64 << 10);
  }

  private final Limits limits;
  private volatile long halfBytes;
  private volatile long acknowledged;
  private long sequence;
  private long olderHalf;
  private long newerBytes;

  public ReportWindow(Limits limits) {
    this.limits = limits;
    this.halfBytes = limits.halfBytes();
  }

  /// So many ranks report to the controller, and share what it may hold.
  public void share(int ranks) {
    halfBytes = Math.max(limits.halfBytesMin(), limits.halfBytes() / ranks);
  }

  /// The number of the report that comes next.
  public long next() {
    return sequence + 1;
  }

  /// The report that must be durable before one with so many bytes of metrics is sent.
  public long awaited(int bytes) {
    long oldest = sequence - limits.reports() + 1;
    return overflows(bytes) ? Math.max(oldest, olderHalf) : oldest;
  }

  /// Whether a report with so many bytes of metrics may be sent now.
  public boolean hasRoom(int bytes) {
    return acknowledged >= awaited(bytes);
  }

  private boolean overflows(int bytes) {
    return newerBytes > 0 && newerBytes + ROW_BYTES + bytes > halfBytes;
  }

  /// The next report was sent, with so many bytes of metrics.
  public void sent(int bytes) {
    if (overflows(bytes)) {
      olderHalf = sequence;
      newerBytes = 0;
    }
    sequence++;
    newerBytes += ROW_BYTES + bytes;
  }

  /// The last one that a controller has made durable.
  public long acknowledged() {
    return acknowledged;
  }

  /// A controller has made all up to this one durable; one that comes late changes nothing.
  public void acknowledge(long upTo) {
    acknowledged = Math.max(acknowledged, upTo);
  }

  /// How many are on their way.
  long unacknowledged() {
    return sequence - acknowledged;
  }
}
