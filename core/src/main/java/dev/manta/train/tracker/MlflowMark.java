package dev.manta.train.tracker;

import dev.manta.spi.json.JsonObject;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How far an MLflow run has come, as a tag that is written with every batch: after an answer that
/// was lost it says whether the batch was not.
///
/// @param part which part of a report that has more metrics than a batch takes
record MlflowMark(int attempt, long step, int part) implements Comparable<MlflowMark> {
  static final String TAG = "manta.sent";
  static final MlflowMark NONE = new MlflowMark(0, 0, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})/(\\d{1,18})/(\\d{1,9})");
  private static final Comparator<MlflowMark> ORDER =
      Comparator.comparingInt(MlflowMark::attempt)
          .thenComparingLong(MlflowMark::step)
          .thenComparingInt(MlflowMark::part);

  /// Reads what [#toString] wrote; nothing where somebody has changed it.
  static MlflowMark parse(String text) {
    Matcher found = TEXT.matcher(text);
    return found.matches()
        ? new MlflowMark(
            Integer.parseInt(found.group(1)),
            Long.parseLong(found.group(2)),
            Integer.parseInt(found.group(3)))
        : NONE;
  }

  /// That of an entry of the backlog.
  static MlflowMark of(JsonObject entry) {
    return new MlflowMark(
        entry.get("attempt").asInt(), entry.get("step").asLong(), entry.get("part").asInt());
  }

  JsonObject.Builder entry() {
    return JsonObject.builder().put("attempt", attempt).put("step", step).put("part", part);
  }

  @Override
  public int compareTo(MlflowMark other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return attempt + "/" + step + "/" + part;
  }
}
