package dev.manta.dashboard.internal.curve;

import dev.manta.internal.journal.MetricsLines;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/// Reads reports from their lines without an object for each value. It knows the form in which
/// Manta writes them; a line of another form is read as any JSON is.
public final class ReportParser {
  private static final byte[] ATTEMPT = ascii("{\"attempt\":");
  private static final byte[] RANK = ascii(",\"rank\":");
  private static final byte[] STEP = ascii(",\"step\":");
  private static final byte[] EPOCH = ascii(",\"epoch\":");
  private static final byte[] WORKER = ascii(",\"worker\":");
  private static final byte[] SEQUENCE = ascii(",\"seq\":");
  private static final byte[] AT = ascii(",\"at\":\"");
  private static final byte[] METRICS = ascii("\",\"metrics\":");
  private static final byte[] CHECKPOINT = ascii(",\"checkpoint\":");
  private static final byte[] END = ascii("}\n");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] NULL = ascii("null");

  private static final int LINE_USUAL = 200;
  private static final int DEPTH_MAX = 50;

  private final MetricsLines lines;
  private final ReportBlock block;
  private final LineCursor line;
  private final LineTime time;
  private final LineKeys keys;
  private int lastSource;

  private ReportParser(MetricsLines lines) {
    this.lines = lines;
    this.block = new ReportBlock((lines.to() - lines.from()) / LINE_USUAL);
    this.line = new LineCursor(lines.bytes());
    this.time = new LineTime(line);
    this.keys = new LineKeys(line, block);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// The reports of whole lines.
  ///
  /// @param damages hears of lines that make no sense; the others are read all the same
  public static ReportBlock parse(MetricsLines lines, Consumer<RuntimeException> damages) {
    return new ReportParser(lines).parse(damages);
  }

  private ReportBlock parse(Consumer<RuntimeException> damages) {
    for (int start = lines.from(); start < lines.to(); ) {
      if (line(start)) {
        start = line.at();
      } else {
        int end = lines.lineEnd(start);
        try {
          block.add(lines.row(start, end));
        } catch (RuntimeException e) {
          damages.accept(e);
        }
        start = end;
      }
    }
    return block;
  }

  /// Whether the line has the usual form, and is read.
  private boolean line(int start) {
    line.begin(start);
    line.expect(ATTEMPT);
    int attempt = integer();
    line.expect(RANK);
    int rank = integer();
    line.expect(STEP);
    long step = line.whole();
    line.expect(EPOCH);
    int epoch = integer();
    line.expect(WORKER);
    String worker = line.fits() ? line.text() : "";
    line.expect(SEQUENCE);
    long sequence = line.whole();
    line.expect(AT);
    long at = line.fits() ? time.millis() : 0;
    line.expect(METRICS);
    if (!line.fits()) {
      return false;
    }
    int source = source(attempt, rank, worker);
    block.begin(new ReportBlock.Stamp(source, sequence, step, epoch, at));
    keys.begin();
    object(LineKeys.ROOT, 1);
    end();
    if (!line.fits()) {
      block.drop();
    }
    return line.fits();
  }

  private void end() {
    if (line.fits() && line.here() == ',') {
      line.expect(CHECKPOINT);
      if (line.fits()) {
        line.text();
      }
    }
    line.expect(END);
  }

  private int integer() {
    long value = line.whole();
    if (value != (int) value) {
      line.refuse();
    }
    return (int) value;
  }

  /// Workers take turns, or have many lines one after the other.
  private int source(int attempt, int rank, String worker) {
    List<ReportBlock.Source> all = block.sources();
    for (int i = 0; i < 2 && i < all.size(); i++) {
      int candidate = (lastSource + i) % all.size();
      ReportBlock.Source one = all.get(candidate);
      if (one.rank() == rank && one.attempt() == attempt && one.worker().equals(worker)) {
        lastSource = candidate;
        return candidate;
      }
    }
    lastSource = block.source(new ReportBlock.Source(attempt, rank, worker));
    return lastSource;
  }

  private void object(int parent, int depth) {
    line.expect('{');
    if (!line.fits() || line.take('}')) {
      return;
    }
    do {
      int key = keys.next(parent);
      if (line.fits()) {
        value(key, depth);
      }
    } while (line.fits() && line.take(','));
    line.expect('}');
  }

  private void value(int key, int depth) {
    switch (line.here()) {
      case '{' -> nested(key, depth);
      case '"' -> text(key);
      case 't' -> line.expect(TRUE);
      case 'f' -> line.expect(FALSE);
      case 'n' -> line.expect(NULL);
      default -> block.add(keys.metric(key), line.number());
    }
  }

  private void nested(int key, int depth) {
    if (depth < DEPTH_MAX) {
      object(key, depth + 1);
    } else {
      line.refuse();
    }
  }

  /// A text that stands for a number which JSON cannot write is one.
  private void text(int key) {
    if (ReportBlock.NOT_FINITE.contains(line.text())) {
      block.add(keys.metric(key), Double.NaN);
    }
  }
}
