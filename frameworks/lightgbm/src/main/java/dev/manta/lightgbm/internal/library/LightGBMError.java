package dev.manta.lightgbm.internal.library;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;

/// What LightGBM refused to do, in its words.
public final class LightGBMError extends MantaException {
  private static final long serialVersionUID = 1L;

  LightGBMError(String function, String message) {
    super(ErrorCode.USER, "LightGBM: %s (in %s)".formatted(message.strip(), function));
  }
}
