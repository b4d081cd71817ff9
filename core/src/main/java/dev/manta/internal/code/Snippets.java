package dev.manta.internal.code;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The classes that JShell makes of what is typed: each snippet is a class with a number, and what
/// a user declares is a member of it.
public final class Snippets {
  /// `REPL.$JShell$12`, with letters behind it once it was changed; then what the user declared.
  private static final Pattern NAME =
      Pattern.compile("REPL[./]\\$JShell\\$(?<number>\\w+)(?:\\$(?<declared>.+))?");

  private static final String ANYWHERE = "shell";

  private Snippets() {}

  /// Whether the class of this name holds a snippet, or was declared in one.
  public static boolean isOne(String className) {
    return NAME.matcher(className).matches();
  }

  /// Whether the class of this name is a snippet itself: its static fields are variables of the
  /// shell.
  public static boolean isWhole(String className) {
    Matcher name = NAME.matcher(className);
    return name.matches() && name.group("declared") == null;
  }

  /// The class as its user knows it, whichever number its snippet has; other names stay as they
  /// are.
  public static String written(String className) {
    Matcher name = NAME.matcher(className);
    if (!name.matches()) {
      return className;
    }
    String declared = name.group("declared");
    return declared == null ? ANYWHERE : declared;
  }
}
