package dev.manta.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What the user reads when the command line is wrong: what, what was perhaps meant, and where help
/// is.
final class UsageLine implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException wrong, String[] args) {
    CommandLine command = wrong.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    command.getErr().println("manta: " + message(wrong) + "; see " + name + " --help");
    return ExitCode.USAGE;
  }

  private static String message(ParameterException wrong) {
    boolean unknownCommand =
        wrong instanceof UnmatchedArgumentException && wrong.getCommandLine().getParent() == null;
    return unknownCommand
        ? unknownCommand((UnmatchedArgumentException) wrong)
        : lowerFirst(String.valueOf(wrong.getMessage()));
  }

  private static String unknownCommand(UnmatchedArgumentException wrong) {
    List<String> near = wrong.getSuggestions();
    String hint = near.isEmpty() ? "" : ", did you mean " + near.getFirst() + "?";
    return "no command \"" + wrong.getUnmatched().getFirst() + "\"" + hint;
  }

  private static String lowerFirst(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }
}
