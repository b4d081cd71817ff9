package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.checkpoint.UploadFunction;
import java.util.Optional;
import java.util.regex.Pattern;

/// How a reported checkpoint comes to storage.
///
/// @param name what its directory there is called after; empty for a number
/// @param function what brings it there; empty for Manta's own way
/// @param deletes whether the local directory is deleted once it is stored
public record UploadOptions(
    Optional<String> name, Optional<UploadFunction> function, boolean deletes) {
  static final UploadOptions NONE = new UploadOptions(Optional.empty(), Optional.empty(), false);

  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final Pattern MANTAS_OWN = Pattern.compile("checkpoint-\\d+");

  public UploadOptions {
    name.ifPresent(UploadOptions::requireName);
  }

  /// What was said of a checkpoint.
  public static UploadOptions of(Checkpoint checkpoint) {
    return switch (checkpoint) {
      case LocalCheckpoint local -> local.options();
      case StoredCheckpoint stored -> stored.options();
      default -> NONE;
    };
  }

  UploadOptions named(String other) {
    return new UploadOptions(Optional.of(other), function, deletes);
  }

  UploadOptions by(UploadFunction other) {
    return new UploadOptions(name, Optional.of(other), deletes);
  }

  UploadOptions deleting() {
    return new UploadOptions(name, function, true);
  }

  private static void requireName(String name) {
    if (!LEGAL.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a checkpoint's name is 1 to 100 letters, digits, '.', '_' or '-' and starts with a letter or digit: \"%s\""
              .formatted(name));
    }
    if (MANTAS_OWN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "checkpoints without a name are called so: \"%s\"; choose another name".formatted(name));
    }
  }
}
