package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// A program that a profile names, which prints credentials.
final class CredentialProgram {
  private static final long LIMIT_SECONDS = 60;

  private CredentialProgram() {}

  /// Its errors go to this process's: what it prints otherwise is secret.
  static Credential ask(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("the profile's credential_process failed: " + command);
      }
      return MetadataServices.keys(
          new PlainCalls.Said(200, text).json("the profile's credential_process"));
    } finally {
      process.destroyForcibly();
    }
  }
}
