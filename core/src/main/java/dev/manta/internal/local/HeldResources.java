package dev.manta.internal.local;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/// What a part of a program has of a machine, as others read it: a line for each resource with what
/// it has and waits for, and one for each GPU by its number.
///
/// @param amounts by the names of resources
/// @param gpus how much it has of each: 1 where it is its own
record HeldResources(Map<String, ShareRule.Other> amounts, Map<Integer, Double> gpus) {
  static final HeldResources NONE = new HeldResources(Map.of(), Map.of());
  private static final String GPU = "gpu:";

  HeldResources {
    amounts = Map.copyOf(amounts);
    gpus = Map.copyOf(gpus);
  }

  ShareRule.Other of(String resource) {
    return amounts.getOrDefault(resource, new ShareRule.Other(0, 0));
  }

  String text() {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(amounts)
        .forEach(
            (name, each) -> text.append("%s %s %s\n".formatted(each.has(), each.waits(), name)));
    new TreeMap<>(gpus)
        .forEach((number, part) -> text.append("%s 0 %s%s\n".formatted(part, GPU, number)));
    return text.toString();
  }

  static HeldResources parse(String text) throws IOException {
    Map<String, ShareRule.Other> amounts = new TreeMap<>();
    Map<Integer, Double> gpus = new TreeMap<>();
    try {
      for (String line : text.lines().toList()) {
        String[] words = line.split(" ", 3);
        double has = Double.parseDouble(words[0]);
        if (words[2].startsWith(GPU)) {
          gpus.put(Integer.valueOf(words[2].substring(GPU.length())), has);
        } else {
          amounts.put(words[2], new ShareRule.Other(has, Double.parseDouble(words[1])));
        }
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException other) {
      throw new IOException("this is not a share of a machine: " + text, other);
    }
    return new HeldResources(amounts, gpus);
  }
}
