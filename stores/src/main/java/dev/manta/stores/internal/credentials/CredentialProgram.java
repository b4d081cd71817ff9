package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.sign.Credential;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A program that a profile names, which prints credentials.
///
/// @param limit how long it may take in all
record CredentialProgram(Duration limit) {
  private static final String NAME = "the profile's credential_process";
  private static final int PRINTED_MAX = 1 << 20;

  /// Its errors go to this process's: what it prints otherwise is secret, and so may be the words
  /// of its command.
  Credential ask(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectInput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      return MetadataServices.keys(new PlainCalls.Said(200, printed(process)).json(NAME));
    } catch (TimeoutException e) {
      throw new IOException(NAME + " did not end within " + limit.toMillis() + " ms", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private String printed(Process process)
      throws IOException, InterruptedException, TimeoutException {
    long end = System.nanoTime() + limit.toNanos();
    FutureTask<byte[]> reading =
        new FutureTask<>(() -> process.getInputStream().readNBytes(PRINTED_MAX));
    Thread.ofPlatform().daemon().name("credential-process").start(reading);
    try {
      byte[] printed = reading.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new TimeoutException();
      }
      requireDone(process.exitValue());
      return new String(printed, StandardCharsets.UTF_8);
    } catch (ExecutionException e) {
      throw new IOException(NAME + " could not be read", e.getCause());
    }
  }

  private static void requireDone(int status) throws IOException {
    if (status != 0) {
      throw new IOException(NAME + " ended with the status " + status);
    }
  }
}
