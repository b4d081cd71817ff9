package dev.manta.internal.console;

import dev.manta.train.RunStatus;

/// Colours, or none.
record Colours(boolean on) {
  String bold(String text) {
    return wrap("1", text);
  }

  String dim(String text) {
    return wrap("2", text);
  }

  String red(String text) {
    return wrap("31", text);
  }

  String green(String text) {
    return wrap("32", text);
  }

  String yellow(String text) {
    return wrap("33", text);
  }

  String status(RunStatus status) {
    String word = status.name().toLowerCase(java.util.Locale.ROOT);
    return switch (status) {
      case RUNNING, FINISHED -> green(word);
      case STARTING, RESTARTING, STOPPING, STOPPED -> yellow(word);
      case FAILED -> red(word);
    };
  }

  private String wrap(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
