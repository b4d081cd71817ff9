package dev.manta.internal.worker.log;

import dev.manta.spi.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A line of a worker's log as a JSON object, for programs that read logs; asked for by the
/// variable `MANTA_LOG_FORMAT`.
///
/// @param level as `System.Logger` names it
record JsonLine(
    Instant at, String level, String logger, String message, @Nullable Throwable thrown) {
  /// The variable whose value `json` asks for it.
  static final String VARIABLE = "MANTA_LOG_FORMAT";

  static boolean isWanted() {
    return System.getenv().getOrDefault(VARIABLE, "").strip().equalsIgnoreCase("json");
  }

  String text(Optional<LogPlace> place) {
    JsonObject.Builder line =
        JsonObject.builder()
            .put("time", at.truncatedTo(ChronoUnit.MILLIS).toString())
            .put("level", level)
            .put("logger", logger);
    place.ifPresent(
        here ->
            line.put("run", here.run())
                .put("rank", here.rank())
                .put("step", here.step().getAsLong()));
    line.put("message", message);
    if (thrown != null) {
      line.put("thrown", stack(thrown));
    }
    return line.build().text();
  }

  static String stack(Throwable thrown) {
    var text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
