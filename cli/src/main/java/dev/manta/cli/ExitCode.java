package dev.manta.cli;

/// What `manta` tells the shell.
public final class ExitCode {
  public static final int OK = 0;

  /// The run, or what was asked for, failed.
  public static final int FAILED = 1;

  /// The command line was wrong.
  public static final int USAGE = 2;

  /// Stopped by Ctrl-C, as shells say it.
  public static final int STOPPED = 130;

  private ExitCode() {}
}
