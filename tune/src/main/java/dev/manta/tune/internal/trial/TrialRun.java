package dev.manta.tune.internal.trial;

import dev.manta.train.Metrics;
import dev.manta.tune.Point;
import dev.manta.tune.Space;
import dev.manta.tune.TrialStopped;
import dev.manta.tune.internal.experiment.ExperimentEvent.Manner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;

/// One attempt from its beginning to its end, on the thread that calls it.
public final class TrialRun {
  private TrialRun() {}

  /// How an attempt ended.
  ///
  /// @param value what it reported last, where that is its value
  /// @param why for people, where it did not return
  public record Ending(Manner manner, Optional<Metrics> value, String why) {}

  /// Where configs come from.
  ///
  /// @param space where points lie
  /// @param type the config record, or [Point]
  public record Configs<C>(Space space, Class<C> type) {
    C of(Point point) {
      return type.isInstance(point)
          ? type.cast(point)
          : type.cast(space.config(point, type.asSubclass(Record.class)));
    }
  }

  /// Runs a function; whatever it throws is an ending.
  public static <C> Ending run(
      TrialOrder order,
      TrialBody<C> body,
      Configs<C> configs,
      TrialCheckpoints checkpoints,
      TrialLink link) {
    try {
      C config = configs.of(order.point());
      Optional<Metrics> value = body.run(new LiveTrial<>(order, config, checkpoints, link));
      return link.stopped().isPresent() && value.isEmpty()
          ? halted(link)
          : new Ending(Manner.RETURNED, value, "");
    } catch (TrialStopped stopped) {
      return halted(link);
    } catch (Throwable thrown) { // the user's function may throw anything
      return link.stopped().isPresent()
          ? halted(link)
          : new Ending(Manner.THREW, Optional.empty(), text(thrown));
    }
  }

  private static Ending halted(TrialLink link) {
    return new Ending(Manner.HALTED, Optional.empty(), link.stopped().orElse(""));
  }

  private static String text(Throwable thrown) {
    var out = new StringWriter();
    thrown.printStackTrace(new PrintWriter(out));
    return out.toString().strip();
  }
}
