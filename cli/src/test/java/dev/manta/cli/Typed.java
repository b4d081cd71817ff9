package dev.manta.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What came of a typed command.
record Typed(int exitCode, String out, String err) {
  static Typed manta(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Typed(code, out.toString(), err.toString());
  }
}
