package dev.manta.testkit.python;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/// Writes one line for each test into the file that `MANTA_CASES` names: whether it ran, failed or
/// was skipped and why. `./dev python` and `./dev ray-compat` end with these lines.
public final class CaseLog implements TestExecutionListener {
  private static final String VARIABLE = "MANTA_CASES";

  private final String file;

  /// For JUnit, which finds it as a service.
  public CaseLog() {
    this(System.getenv().getOrDefault(VARIABLE, ""));
  }

  /// Into a file; nothing is written where its name is empty.
  public CaseLog(String file) {
    this.file = file;
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write("skipped", test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    String reason = result.getThrowable().map(CaseLog::firstLine).orElse("");
    switch (result.getStatus()) {
      case SUCCESSFUL -> {
        if (test.isTest()) {
          write("ran", test, "");
        }
      }
      case ABORTED -> write("skipped", test, reason.replaceFirst("^Assumption failed: ", ""));
      case FAILED -> write("FAILED", test, reason);
    }
  }

  private static String firstLine(Throwable thrown) {
    String message = thrown.getMessage();
    return message == null ? thrown.toString() : message.strip().lines().findFirst().orElse("");
  }

  /// One call for a line: tests of several processes write into one file.
  private void write(String outcome, TestIdentifier test, String reason) {
    if (file.isEmpty()) {
      return;
    }
    String line =
        "%-8s %s%s%n".formatted(outcome, name(test), reason.isEmpty() ? "" : ": " + reason);
    try {
      Files.writeString(Path.of(file), line, CREATE, APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the line of " + name(test) + " cannot be written", e);
    }
  }

  private static String name(TestIdentifier test) {
    return test.getDisplayName().replaceFirst("\\(.*\\)$", "");
  }
}
