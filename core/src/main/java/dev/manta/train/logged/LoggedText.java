package dev.manta.train.logged;

import java.nio.charset.StandardCharsets;

/// A text, such as what a model has generated. Readers show it as it is, markup too.
public record LoggedText(String text) implements Logged {
  @Override
  public LoggedKind kind() {
    return LoggedKind.TEXT;
  }

  @Override
  public byte[] stored() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
