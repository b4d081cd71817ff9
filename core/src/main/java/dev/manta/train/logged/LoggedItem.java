package dev.manta.train.logged;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Something that a rank has logged: what is known of it without a look into its file.
///
/// @param run where the run's directory lies
/// @param name what the training function calls it
/// @param step the step that the rank's next report made
/// @param attempt the attempt it was logged in
/// @param rank who logged it
/// @param kind what it is
/// @param at when it was logged; of one that was found in storage, when it was stored
public record LoggedItem(
    Location run, String name, long step, int attempt, int rank, LoggedKind kind, Instant at) {
  private static final String MEDIA = "media";
  private static final int NAME_MAX = 200;
  private static final String PART = "[A-Za-z0-9_-][A-Za-z0-9._ -]*";
  private static final Pattern NAME = Pattern.compile(PART + "(/" + PART + ")*");
  private static final Pattern FILE =
      Pattern.compile("(.+)/(\\d{12,18})-(\\d{1,9})-(\\d{1,9})\\.([a-z.]+)");

  public LoggedItem {
    requireName(name);
  }

  private static void requireName(String name) {
    if (name.length() > NAME_MAX) {
      throw new IllegalArgumentException(
          "\"%s…\" has %s characters; the name of what is logged has at most %s"
              .formatted(name.substring(0, 40), name.length(), NAME_MAX));
    }
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" cannot name what is logged: a name is of ASCII letters, digits, spaces and . _ -, in parts with / between them that do not begin with a dot"
              .formatted(name));
    }
  }

  /// Where everything lies that a run has logged.
  public static Location directory(Location run) {
    return run.resolve(MEDIA);
  }

  /// Where its file lies below [#directory].
  public String path() {
    return String.format(
        Locale.ROOT, "%s/%012d-%d-%d.%s", name, step, attempt, rank, kind.ending());
  }

  /// Where its file lies.
  public Location location() {
    return directory(run).resolve(path());
  }

  /// The item whose file has this path below [#directory]; empty where that is not an item's.
  public static Optional<LoggedItem> find(Location run, String path, Instant at) {
    Matcher file = FILE.matcher(path);
    if (!file.matches() || !NAME.matcher(file.group(1)).matches()) {
      return Optional.empty();
    }
    for (LoggedKind kind : LoggedKind.values()) {
      if (kind.ending().equals(file.group(5)) && file.group(1).length() <= NAME_MAX) {
        return Optional.of(
            new LoggedItem(
                run,
                file.group(1),
                Long.parseLong(file.group(2)),
                Integer.parseInt(file.group(3)),
                Integer.parseInt(file.group(4)),
                kind,
                at));
      }
    }
    return Optional.empty();
  }

  /// What was logged.
  public Logged read() {
    byte[] stored = Storages.at(run).read(location());
    try {
      return kind.read(stored);
    } catch (MantaException damaged) {
      throw new MantaException(
          ErrorCode.STORAGE, location() + " is damaged: " + damaged.getMessage(), damaged);
    }
  }
}
