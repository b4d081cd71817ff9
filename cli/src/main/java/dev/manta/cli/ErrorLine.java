package dev.manta.cli;

import dev.manta.TrainingFailed;
import dev.manta.error.MantaException;
import dev.manta.internal.code.ProgramFrames;
import dev.manta.internal.machine.FileErrors;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// What the user reads when a command fails: one line, and the stack trace only if asked for.
final class ErrorLine implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(Exception failed, CommandLine command, ParseResult parsed) {
    return failed instanceof ProgramFailed && failed.getCause() != null
        ? program(failed.getCause(), command)
        : own(failed, command);
  }

  private static int own(Throwable failed, CommandLine command) {
    boolean said = failed instanceof TrainingFailed training && training.wasShown();
    if (!said) {
      command.getErr().println("manta: " + message(failed));
    }
    if (isDebug(command)) {
      failed.printStackTrace(command.getErr());
    }
    return failed instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
  }

  /// What Manta threw into the user's program is said in a line; what the program itself threw is
  /// shown as `java` shows it.
  private static int program(Throwable thrown, CommandLine command) {
    if (thrown instanceof MantaException) {
      return own(thrown, command);
    }
    if (isRefused(thrown)) {
      return mistake(thrown, command);
    }
    thrown.setStackTrace(
        Arrays.stream(thrown.getStackTrace())
            .takeWhile(ErrorLine::isOfTheProgram)
            .toArray(StackTraceElement[]::new));
    thrown.printStackTrace(command.getErr());
    return ExitCode.FAILED;
  }

  /// What the program does wrong with Manta: the line of the program is enough to fix it.
  private static int mistake(Throwable thrown, CommandLine command) {
    String place =
        Arrays.stream(thrown.getStackTrace())
            .filter(ProgramFrames::isPrograms)
            .findFirst()
            .map(frame -> "\n    at " + frame)
            .orElse("");
    command.getErr().println("manta: " + message(thrown) + place);
    if (isDebug(command)) {
      thrown.printStackTrace(command.getErr());
    }
    return ExitCode.FAILED;
  }

  /// Whether Manta refused something; anything else that it throws is a defect, and shown in full.
  private static boolean isRefused(Throwable thrown) {
    StackTraceElement[] stack = thrown.getStackTrace();
    boolean refusal =
        thrown instanceof IllegalArgumentException || thrown instanceof IllegalStateException;
    return refusal && stack.length > 0 && ProgramFrames.isMantas(stack[0]);
  }

  private static boolean isOfTheProgram(StackTraceElement frame) {
    return !frame.getClassName().startsWith("jdk.internal.reflect.");
  }

  static boolean isDebug(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root.getCommandSpec().userObject() instanceof Root options && options.debug;
  }

  /// Why a run failed is in its directory in full: the first line is enough.
  private static String message(Throwable failed) {
    if (failed instanceof FileSystemException refused) {
      return FileErrors.words(refused);
    }
    String message = String.valueOf(failed.getMessage());
    if (failed.getMessage() == null || message.isBlank()) {
      return failed.getClass().getName() + " without a message; --debug shows where";
    }
    return failed instanceof TrainingFailed ? message.lines().findFirst().orElse("") : message;
  }
}
