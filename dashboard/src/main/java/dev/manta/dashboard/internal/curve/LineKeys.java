package dev.manta.dashboard.internal.curve;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The keys of metrics in some lines. Most lines have those of the line before in the same order,
/// so a key is compared with the one that was there.
final class LineKeys {
  static final int ROOT = -1;
  private static final int UNKNOWN = -1;

  private record Key(int parent, String name) {}

  private final LineCursor line;
  private final ReportBlock block;
  private final Map<Key, Integer> known = new HashMap<>();
  private int count;
  private int[] parents = new int[16];
  private int[] starts = new int[16];
  private int[] lengths = new int[16];
  private int[] metrics = new int[16];
  private int[] lastLines = new int[16];
  private String[] paths = new String[16];
  private int[] order = new int[16];
  private int lineNumber;
  private int place;

  LineKeys(LineCursor line, ReportBlock block) {
    this.line = line;
    this.block = block;
  }

  /// The keys of another line come.
  void begin() {
    lineNumber++;
    place = 0;
  }

  /// Goes over the key that comes next, and its colon. An object that has a key twice has another
  /// form.
  ///
  /// @param parent the key of the object that it is in, or [#ROOT]
  int next(int parent) {
    int expected = order[place];
    boolean same =
        expected < count
            && parents[expected] == parent
            && line.takeKey(starts[expected], lengths[expected]);
    int key = same ? expected : read(parent);
    if (!line.fits()) {
      return UNKNOWN;
    }
    if (lastLines[key] == lineNumber) {
      line.refuse();
    }
    lastLines[key] = lineNumber;
    remember(key);
    return key;
  }

  private void remember(int key) {
    order[place++] = key;
    if (place == order.length) {
      order = Arrays.copyOf(order, 2 * place);
    }
  }

  private int read(int parent) {
    int start = line.at() + 1;
    String name = line.text();
    int length = line.at() - start - 1;
    line.expect(':');
    if (!line.fits()) {
      return UNKNOWN;
    }
    Integer there = known.get(new Key(parent, name));
    return there == null ? add(new Key(parent, name), start, length) : there;
  }

  private int add(Key key, int start, int length) {
    if (count == parents.length) {
      grow();
    }
    parents[count] = key.parent();
    starts[count] = start;
    lengths[count] = length;
    metrics[count] = UNKNOWN;
    lastLines[count] = 0;
    paths[count] = key.parent() == ROOT ? key.name() : paths[key.parent()] + "/" + key.name();
    known.put(key, count);
    return count++;
  }

  private void grow() {
    int capacity = 2 * count;
    parents = Arrays.copyOf(parents, capacity);
    starts = Arrays.copyOf(starts, capacity);
    lengths = Arrays.copyOf(lengths, capacity);
    metrics = Arrays.copyOf(metrics, capacity);
    lastLines = Arrays.copyOf(lastLines, capacity);
    paths = Arrays.copyOf(paths, capacity);
  }

  /// The number in the block of the metric that a key names.
  int metric(int key) {
    if (metrics[key] == UNKNOWN) {
      metrics[key] = block.name(paths[key]);
    }
    return metrics[key];
  }
}
