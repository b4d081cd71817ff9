package dev.manta.python.internal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/// A script, and what of it trains.
///
/// @param file an absolute path
/// @param function a function of it that takes a config, or empty for the script itself
/// @param config what the function is given, or the arguments of the script
public record Script(Path file, String function, Json config) {
  /// What workers know this language by.
  public static final String LANGUAGE = "python";

  public Script {
    file = file.toAbsolutePath().normalize();
  }

  /// The same with another config.
  public Script config(Json other) {
    return new Script(file, function, other);
  }

  /// What identifies its code.
  public String hash() {
    if (!Files.isRegularFile(file)) {
      throw new MantaException(ErrorCode.USER, "there is no script " + file);
    }
    try {
      var crc = new CRC32C();
      crc.update(Files.readAllBytes(file));
      return HexFormat.of().toHexDigits((int) crc.getValue());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER, "the script %s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
