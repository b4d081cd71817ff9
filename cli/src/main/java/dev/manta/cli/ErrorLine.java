package dev.manta.cli;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// What the user reads when a command fails: one line, and the stack trace only if asked for.
final class ErrorLine implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(Exception failed, CommandLine command, ParseResult parsed) {
    command.getErr().println("manta: " + message(failed));
    if (isDebug(command)) {
      failed.printStackTrace(command.getErr());
    }
    return failed instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.FAILED;
  }

  private static boolean isDebug(CommandLine command) {
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    return root.getCommandSpec().userObject() instanceof Root options && options.debug;
  }

  private static String message(Throwable failed) {
    String message = failed.getMessage();
    return message == null || message.isBlank()
        ? failed.getClass().getName() + " without a message; --debug shows where"
        : message;
  }
}
