package dev.manta.internal.checkpoint;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;

/// What is wrong with a stored checkpoint: which object, what it should be, what was found.
public record Damage(String checkpoint, Location file, String expected, String found) {
  @Override
  public String toString() {
    return "checkpoint %s is damaged: %s should be %s, found %s"
        .formatted(checkpoint, file, expected, found);
  }

  MantaException failure() {
    return new MantaException(
        ErrorCode.STORAGE, this + "; resume from another checkpoint or restore this file");
  }
}
