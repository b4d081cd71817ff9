package dev.manta.cli;

import java.io.PrintStream;
import java.io.PrintWriter;

/// The entry of `manta`.
public final class Main {
  private Main() {}

  /// Ends at once only on a failure: a program that was run may have threads that continue.
  public static void main(String[] args) {
    int code = run(writer(System.out), writer(System.err), args);
    if (code != ExitCode.OK) {
      System.exit(code);
    }
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  /// Runs one command and returns its exit code.
  static int run(PrintWriter out, PrintWriter err, String... args) {
    try {
      return Commands.parserFor(args).setOut(out).setErr(err).execute(args);
    } finally {
      out.flush();
      err.flush();
    }
  }
}
