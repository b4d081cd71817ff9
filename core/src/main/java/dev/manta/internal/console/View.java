package dev.manta.internal.console;

import java.time.Instant;
import java.util.List;

/// How a run's progress is shown.
sealed interface View permits LiveView, PlainView {
  /// Shows a line that stays.
  void say(String line);

  /// The run's state changed.
  void changed(RunProgress progress, Instant now);

  /// A report came that is worth showing.
  void reported(RunProgress progress, Instant now);

  /// Some time has passed.
  void tick(RunProgress progress, Instant now);

  /// Shows what is still to be shown, then the last lines, and leaves the terminal as it was found.
  void close(RunProgress progress, Instant now, List<String> last);
}
