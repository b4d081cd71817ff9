package dev.manta.cli;

import dev.manta.tune.Domain;
import dev.manta.tune.Space;
import java.util.List;

/// Where points lie: what a config record's annotations say, and what is typed.
final class TunedSpace {
  private TunedSpace() {}

  /// @param typed `KEY=DOMAIN` each
  static Space of(Class<?> config, List<String> typed) {
    Space space = config.isRecord() ? Space.of(config.asSubclass(Record.class)) : Space.of();
    for (String each : typed) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "--space takes KEY=DOMAIN, such as rate=loguniform(1e-5, 1e-1), not \"" + each + "\"");
      }
      String name = each.substring(0, equals).strip();
      space = space.with(name, Domain.parse(each.substring(equals + 1).strip()));
    }
    return space;
  }
}
