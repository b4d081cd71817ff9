package dev.manta.error;

import java.util.regex.Pattern;

/// Texts for people without the passwords that addresses in them have.
public final class Passwords {
  /// Begins with what is rare, so that long texts cost no more than their length.
  private static final Pattern SIGNED_IN = Pattern.compile("(://[^/\\s:@]*):[^/\\s]*@");

  private Passwords() {}

  /// A text in which `https://ann:secret@host/` is `https://ann:***@host/`.
  public static String hidden(String text) {
    return text.contains("@") ? SIGNED_IN.matcher(text).replaceAll("$1:***@") : text;
  }
}
