package dev.manta.internal.load;

import dev.manta.internal.machine.ProcessUse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a rank has used and waited for since it said so last. It begins when it is asked first, so
/// that the start of a function pays nothing for it.
public final class LoadMeter {
  private static final Duration AT_FIRST = Duration.ofSeconds(1);
  private static final Duration EVERY = Duration.ofSeconds(5);

  /// In a second.
  private static final double NANOS = 1e9;

  /// In a second.
  private static final double MILLIS = 1e3;

  private @Nullable Reading before;
  private boolean said;

  /// What counters say at a moment.
  ///
  /// @param steps commits or reports, whichever are more
  /// @param heldUpNanos how long collectives have held training up
  public record Reading(
      long nanos,
      long atMillis,
      ProcessUse use,
      long steps,
      long heldUpNanos,
      List<DataLoad> data) {}

  /// What is to be said at the moment of a reading: nothing where that is too early.
  public synchronized Optional<LoadSample> at(Reading now) {
    return after(now, said ? EVERY : AT_FIRST);
  }

  /// The same where nothing comes after.
  public synchronized Optional<LoadSample> last(Reading now) {
    return after(now, AT_FIRST);
  }

  private Optional<LoadSample> after(Reading now, Duration least) {
    Reading since = before;
    if (since == null) {
      before = now;
      return Optional.empty();
    }
    if (now.nanos() - since.nanos() < least.toNanos()) {
      return Optional.empty();
    }
    before = now;
    said = true;
    return Optional.of(between(since, now));
  }

  private static LoadSample between(Reading from, Reading to) {
    List<DataLoad> data = since(from.data(), to.data());
    var point =
        new LoadPoint(
            to.atMillis(),
            (to.nanos() - from.nanos()) / NANOS,
            to.use().cpu().minus(from.use().cpu()).toMillis() / MILLIS,
            to.use().memoryBytes(),
            to.steps() - from.steps(),
            data.stream().mapToDouble(DataLoad::stalledSeconds).sum(),
            Optional.of(Math.max(0, to.heldUpNanos() - from.heldUpNanos()) / NANOS),
            data.stream().mapToLong(DataLoad::rows).sum());
    return new LoadSample(point, data);
  }

  private static List<DataLoad> since(List<DataLoad> from, List<DataLoad> to) {
    Map<String, DataLoad> earlier =
        from.stream().collect(Collectors.toMap(DataLoad::dataset, Function.identity()));
    return to.stream()
        .map(each -> Optional.ofNullable(earlier.get(each.dataset())).map(each::since).orElse(each))
        .toList();
  }
}
