package dev.manta.formats.webdataset;

import dev.manta.spi.files.RowStarts;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The samples of a stretch of an archive: files with the same name up to their first dot.
final class Samples implements AutoCloseable {
  static final String KEY = "__key__";

  private final Tar tar;
  private boolean more;
  private String twice = "";

  /// @param size of the whole archive
  Samples(String path, long from, long end, long size) throws IOException {
    tar = new Tar(path, from, end, size);
    more = tar.next();
  }

  /// Where samples begin, without reading them.
  static RowStarts.Walk walk(String path, long from, long size) {
    var tar = new Tar(path, from, size, size);
    return new RowStarts.Walk() {
      private String last = "";

      @Override
      public long next() throws IOException {
        boolean first = last.isEmpty();
        while (tar.next()) {
          String key = key(tar.name());
          boolean begins = !first && !key.equals(last);
          first = false;
          last = key;
          if (begins) {
            return tar.at();
          }
        }
        return size;
      }

      @Override
      public void close() throws IOException {
        tar.close();
      }
    };
  }

  /// The next sample: its key, and bytes by ending; empty behind the last.
  Map<String, @Nullable Object> next() throws IOException {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    twice = "";
    while (more) {
      String key = key(tar.name());
      if (values.isEmpty()) {
        values.put(KEY, key);
      } else if (!key.equals(values.get(KEY))) {
        break;
      }
      if (values.put(requireEnding(tar.name()), tar.bytes()) != null) {
        twice = tar.name();
      }
      more = tar.next();
    }
    return values;
  }

  /// Refuses the last sample where it has two files of one name.
  void requireDistinct() {
    if (!twice.isEmpty()) {
      throw new IllegalArgumentException("the sample has two files \"" + twice + "\"");
    }
  }

  private static int dot(String name) {
    return name.indexOf('.', name.lastIndexOf('/') + 1);
  }

  private static String key(String name) {
    return dot(name) < 0 ? name : name.substring(0, dot(name));
  }

  private static String requireEnding(String name) {
    String ending = dot(name) < 0 ? "" : name.substring(dot(name) + 1);
    if (ending.isBlank()) {
      throw new IllegalArgumentException(
          "\"%s\" has no ending, which is its column: name files like %s.txt, or leave it out"
              .formatted(name, key(name)));
    }
    return ending;
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
