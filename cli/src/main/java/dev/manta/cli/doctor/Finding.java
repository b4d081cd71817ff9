package dev.manta.cli.doctor;

/// What was found out about one thing of the machine.
///
/// @param what what there is
/// @param fix what to type or do; empty where all is well
record Finding(Level level, String thing, String what, String fix) {
  /// How bad it is.
  enum Level {
    OK,
    /// Some things will not work, or not well.
    WARNING,
    /// Training will fail.
    PROBLEM
  }

  static Finding ok(String thing, String what) {
    return new Finding(Level.OK, thing, what, "");
  }

  static Finding warning(String thing, String what, String fix) {
    return new Finding(Level.WARNING, thing, what, fix);
  }

  static Finding problem(String thing, String what, String fix) {
    return new Finding(Level.PROBLEM, thing, what, fix);
  }
}
