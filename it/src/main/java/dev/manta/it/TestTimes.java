package dev.manta.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// `./dev test-times`: where the time of the last tests went, by module and by class, from the
/// reports that Surefire left. Classes run side by side, so the sum is more than a clock shows.
public final class TestTimes {
  private static final int CLASSES = 40;
  private static final Pattern NAME = Pattern.compile("\\bname=\"([^\"]*)\"");
  private static final Pattern SECONDS = Pattern.compile("\\btime=\"([\\d.,]*)\"");
  private static final Pattern TESTS = Pattern.compile("\\btests=\"(\\d+)\"");

  /// A test class, or all of a module.
  record Row(String name, double seconds, int tests) {
    private Row plus(Row other) {
      return new Row(name, seconds + other.seconds, tests + other.tests);
    }
  }

  private TestTimes() {}

  /// The arguments are the repository's root, and how many classes to show (40).
  public static void main(String[] args) throws IOException {
    int shown = args.length > 1 ? Integer.parseInt(args[1]) : CLASSES;
    System.out.print(table(Path.of(args[0]), shown));
  }

  /// Both tables of the repository at a root, the longest first.
  static String table(Path root, int shown) throws IOException {
    List<Row> classes = new ArrayList<>();
    Map<String, Row> modules = new TreeMap<>();
    for (Path report : reports(root)) {
      String module = root.relativize(report).toString().replaceAll("/target/.*", "");
      Row row = read(report);
      classes.add(new Row(module + " " + row.name, row.seconds, row.tests));
      modules.merge(module, new Row(module, row.seconds, row.tests), Row::plus);
    }
    Row all = classes.stream().reduce(new Row("all modules", 0, 0), Row::plus);
    return lines(List.of(all)) + lines(modules.values()) + "\n" + lines(first(classes, shown));
  }

  private static List<Path> reports(Path root) throws IOException {
    try (Stream<Path> files = Files.find(root, 5, (file, _) -> isReport(file))) {
      return files.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isReport(Path file) {
    return file.getParent() != null
        && file.getParent().endsWith("target/surefire-reports")
        && file.getFileName().toString().matches("TEST-.*\\.xml");
  }

  /// The first element says all; what follows are the properties of the JVM and what tests printed.
  private static Row read(Path report) throws IOException {
    try (Stream<String> lines = Files.lines(report)) {
      String suite = lines.filter(line -> line.startsWith("<testsuite ")).findFirst().orElse("");
      double seconds = Double.parseDouble(value(SECONDS, suite, "0").replace(",", ""));
      return new Row(value(NAME, suite, "?"), seconds, Integer.parseInt(value(TESTS, suite, "0")));
    }
  }

  private static String value(Pattern attribute, String element, String none) {
    Matcher found = attribute.matcher(element);
    return found.find() ? found.group(1) : none;
  }

  private static List<Row> first(List<Row> classes, int shown) {
    return classes.stream()
        .sorted(Comparator.comparingDouble(Row::seconds).reversed())
        .limit(shown)
        .toList();
  }

  private static String lines(Iterable<Row> rows) {
    var text = new StringBuilder();
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(Row row) {
    return String.format(Locale.ROOT, "%8.1f s %5d  %s%n", row.seconds, row.tests, row.name);
  }
}
