package dev.manta.it;

import java.util.LinkedHashMap;
import java.util.Map;

/// Options with a number each, as the developers' programs take them.
final class Options {
  private final Map<String, String> given = new LinkedHashMap<>();
  private final String usage;

  Options(String[] args, String usage) {
    this.usage = usage;
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length) {
        throw wrong(args[i] + " needs a number");
      }
      given.put(args[i], args[i + 1]);
    }
  }

  long number(String name, long otherwise) {
    String text = given.remove(name);
    try {
      return text == null ? otherwise : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw wrong(name + " needs a number, not \"" + text + "\"");
    }
  }

  void requireNoOthers() {
    if (!given.isEmpty()) {
      throw wrong("there is no option " + given.keySet().iterator().next());
    }
  }

  private IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(what + "; " + usage);
  }
}
