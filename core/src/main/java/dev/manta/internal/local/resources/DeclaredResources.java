package dev.manta.internal.local.resources;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a machine has and cannot be detected: its owner says it in the environment, as
/// `MANTA_RESOURCES=licence=2,disk=1` and `MANTA_LABELS=zone=a,rack=7`.
final class DeclaredResources {
  private static final String RESOURCES = "MANTA_RESOURCES";
  private static final String LABELS = "MANTA_LABELS";

  private DeclaredResources() {}

  static Map<String, Double> resources() {
    return resources(System.getenv(RESOURCES));
  }

  static Map<String, String> labels() {
    return labels(System.getenv(LABELS));
  }

  static Map<String, Double> resources(@Nullable String text) {
    Map<String, Double> amounts = new LinkedHashMap<>();
    pairs(RESOURCES, text).forEach((name, amount) -> amounts.put(name, amount(name, amount)));
    return amounts;
  }

  static Map<String, String> labels(@Nullable String text) {
    return pairs(LABELS, text);
  }

  private static double amount(String name, String text) {
    try {
      double amount = Double.parseDouble(text);
      if (amount >= 0 && !Double.isInfinite(amount)) {
        return amount;
      }
    } catch (NumberFormatException notOne) {
      // said below
    }
    throw wrong(RESOURCES, "the amount of " + name + " is \"" + text + "\"", "licence=2,disk=1");
  }

  private static Map<String, String> pairs(String variable, @Nullable String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String entry : text == null || text.isBlank() ? new String[0] : text.split(",", -1)) {
      int equals = entry.indexOf('=');
      String name = equals < 0 ? "" : entry.substring(0, equals).strip();
      if (name.isEmpty()) {
        throw wrong(variable, "\"" + entry + "\" has no name and value", "name=value,name=value");
      }
      pairs.put(name, entry.substring(equals + 1).strip());
    }
    return pairs;
  }

  private static MantaException wrong(String variable, String what, String example) {
    return new MantaException(
        ErrorCode.USER, "in the variable " + variable + " " + what + "; write it as " + example);
  }
}
