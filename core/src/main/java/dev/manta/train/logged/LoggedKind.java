package dev.manta.train.logged;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// The kinds of what can be logged, each with the ending of its files.
public enum LoggedKind {
  IMAGE("png"),
  HISTOGRAM("histogram.json"),
  TEXT("txt"),
  TABLE("table.json");

  private final String ending;

  LoggedKind(String ending) {
    this.ending = ending;
  }

  /// What names of its files end with, behind a dot.
  public String ending() {
    return ending;
  }

  /// Reads what [Logged#stored] gave.
  public Logged read(byte[] stored) {
    try {
      return switch (this) {
        case IMAGE -> LoggedImage.png(stored);
        case HISTOGRAM -> Histogram.fromJson(Json.parse(stored));
        case TEXT -> new LoggedText(new String(stored, StandardCharsets.UTF_8));
        case TABLE -> LoggedTable.fromJson(Json.parse(stored));
      };
    } catch (RuntimeException damaged) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "this is not of kind %s: %s".formatted(this, damaged.getMessage()),
          damaged);
    }
  }

  /// In words, such as `image`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
