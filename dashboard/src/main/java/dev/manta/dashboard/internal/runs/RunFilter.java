package dev.manta.dashboard.internal.runs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A condition on the runs of a list, such as `metrics/loss<0.5`, `config/lr=0.1` or `tag=best`.
record RunFilter(String name, String operator, String value) {
  private static final Pattern TEXT =
      Pattern.compile("([^<>=!]+)(<=|>=|!=|<|>|=)(.*)", Pattern.DOTALL);

  static RunFilter parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "a filter is NAME, one of < <= = != >= > and a value, such as metrics/loss<0.5: \""
              + text
              + "\"");
    }
    return new RunFilter(parts.group(1).strip(), parts.group(2), parts.group(3).strip());
  }

  boolean holds(ListedRun run) {
    if (name.equals("tag")) {
      return run.tags().contains(value) == !operator.equals("!=");
    }
    Optional<Comparable<?>> there = run.value(name);
    return there.isPresent() ? holds(there.get()) : operator.equals("!=");
  }

  private boolean holds(Comparable<?> there) {
    if (there instanceof Double number) {
      return isNumber() && holds(Double.compare(number, Double.parseDouble(value)));
    }
    return holds(there.toString().compareTo(value));
  }

  private boolean isNumber() {
    try {
      Double.parseDouble(value);
      return true;
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s is a number, and \"%s\" is none".formatted(name, value), e);
    }
  }

  private boolean holds(int order) {
    return switch (operator) {
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case "=" -> order == 0;
      case "!=" -> order != 0;
      case ">=" -> order >= 0;
      default -> order > 0;
    };
  }
}
