package dev.manta.spi.files;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/// The files behind paths: single ones, directories with all below them, and globs; ordered by
/// name.
///
/// Names that begin with `_` or `.` are left out, as Spark and others put markers there.
public final class SourceFiles {
  /// A file and what its directories' names say, as in `year=2024/`.
  public record Found(Location at, long size, Map<String, String> partitions) {
    /// What errors and splits call it.
    public String place() {
      return at.toString();
    }
  }

  private static final String WILDCARDS = "*?{[";
  private static final String BEFORE_ENDINGS = "\n\n";

  /// What was listed, by what was asked for.
  private static final ScopedValue<Map<String, List<Found>>> LISTED = ScopedValue.newInstance();

  private SourceFiles() {}

  /// Does something that asks for files: those that are in the map are not listed again, others are
  /// put there.
  public static <T> T listedIn(Map<String, List<Found>> listed, Supplier<T> action) {
    return ScopedValue.where(LISTED, listed).call(action::get);
  }

  /// All files of the paths; none is an error that says so. Of a directory those with one of the
  /// endings, such as `.csv`, where there are any: what lies beside them is none of the data.
  public static List<Found> of(List<String> paths, String... endings) {
    String asked = String.join("\n", paths) + BEFORE_ENDINGS + String.join("\n", endings);
    return LISTED.isBound()
        ? LISTED.get().computeIfAbsent(asked, _ -> list(paths, endings))
        : list(paths, endings);
  }

  /// The directories that listed files were given by, each with a `/` at its end: what files are
  /// called below them stays when all of it is moved.
  ///
  /// @param listed what [#listedIn] has filled
  public static List<String> roots(Map<String, List<Found>> listed) {
    return new TreeMap<>(listed)
        .entrySet().stream()
            .flatMap(asked -> roots(asked.getKey(), asked.getValue()))
            .distinct()
            .toList();
  }

  private static Stream<String> roots(String asked, List<Found> files) {
    return asked.substring(0, asked.indexOf(BEFORE_ENDINGS)).lines().map(path -> root(path, files));
  }

  private static String root(String path, List<Found> files) {
    Location base = Location.parse(path);
    String root = base.toString();
    if (files.stream().anyMatch(file -> file.at().equals(base))) {
      return root.substring(0, root.length() - base.name().length());
    }
    boolean isDirectory = files.stream().anyMatch(file -> file.at().isWithin(base));
    return (isDirectory ? base : globBase(path)) + "/";
  }

  private static List<Found> list(List<String> paths, String... endings) {
    List<Found> all = new ArrayList<>();
    FilesAtOnce.map(paths, path -> list(path, endings)).forEach(all::addAll);
    return all;
  }

  private static List<Found> list(String path, String... endings) {
    List<Found> some = literal(path, endings);
    if (some.isEmpty() && isGlob(path)) {
      some = glob(path);
    }
    if (some.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER,
          "there is no file at " + described(path) + ": check the path of the dataset");
    }
    return some;
  }

  /// Where a path leads; of a relative one also why.
  private static String described(String path) {
    Location at = Location.parse(path);
    boolean relative = at.isLocal() && !path.matches("([/~]|file:).*");
    return relative
        ? "%s (\"%s\" is relative to %s, where the program was started)"
            .formatted(at, path, Location.directory())
        : at.toString();
  }

  /// What has just this name, whatever characters are in it.
  private static List<Found> literal(String path, String... endings) {
    Location base = Location.parse(path);
    List<Found> all = below(base);
    boolean single = all.size() == 1 && all.getFirst().at().equals(base);
    List<Found> known = all.stream().filter(found -> endsWith(found, endings)).toList();
    return single || known.isEmpty() ? all : known;
  }

  private static boolean endsWith(Found found, String... endings) {
    String name = found.at().path().toLowerCase(Locale.ROOT);
    return Stream.of(endings).anyMatch(name::endsWith);
  }

  private static boolean isGlob(String path) {
    return path.chars().anyMatch(c -> WILDCARDS.indexOf(c) >= 0);
  }

  private static List<Found> glob(String path) {
    int slash = lastSlash(path);
    Location base = globBase(path);
    PathMatcher matcher = matcher(path, path.substring(slash + 1));
    return below(base).stream()
        .filter(found -> matcher.matches(Path.of(found.at().relativeTo(base))))
        .toList();
  }

  private static int lastSlash(String glob) {
    return glob.substring(0, firstWildcard(glob)).lastIndexOf('/');
  }

  private static Location globBase(String glob) {
    int slash = lastSlash(glob);
    return Location.parse(slash < 0 ? "." : slash == 0 ? "/" : glob.substring(0, slash));
  }

  private static PathMatcher matcher(String path, String glob) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new MantaException(
          ErrorCode.USER,
          "there is no file at %s, and %s is not a glob: %s; check the path of the dataset"
              .formatted(described(path), path, e.getDescription()),
          e);
    }
  }

  private static int firstWildcard(String path) {
    int at = 0;
    while (WILDCARDS.indexOf(path.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static List<Found> below(Location base) {
    List<Found> all = new ArrayList<>();
    for (Entry entry : Storages.at(base).list(base)) {
      String below = entry.at().relativeTo(base);
      if (!isHidden(below)) {
        all.add(new Found(entry.at(), entry.size(), partitions(below)));
      }
    }
    return all;
  }

  private static boolean isHidden(String path) {
    for (String name : path.split("/", -1)) {
      if (name.startsWith("_") || name.startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, String> partitions(String path) {
    Map<String, String> all = new LinkedHashMap<>();
    String[] names = path.split("/", -1);
    for (int i = 0; i + 1 < names.length; i++) {
      int equals = names[i].indexOf('=');
      if (equals > 0) {
        all.put(plain(names[i].substring(0, equals)), plain(names[i].substring(equals + 1)));
      }
    }
    return all;
  }

  /// Hive writes what names of directories cannot hold as `%2F`.
  private static String plain(String escaped) {
    try {
      return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEscaped) {
      return escaped;
    }
  }
}
