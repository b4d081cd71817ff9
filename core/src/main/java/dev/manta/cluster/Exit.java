package dev.manta.cluster;

/// How a process ended.
public sealed interface Exit {
  /// It ended itself with a status.
  record Status(int status) implements Exit {
    @Override
    public String toString() {
      return "exit status " + status;
    }
  }

  /// A signal ended it.
  record Signal(int number, String name) implements Exit {
    @Override
    public String toString() {
      return "signal " + number + " (" + name + ")";
    }
  }

  /// It ended when nobody watched: whoever had started it was gone.
  record Unseen() implements Exit {
    @Override
    public String toString() {
      return "an end that nobody saw";
    }
  }

  /// Its node cannot be reached, so nobody knows whether it has ended.
  record Unreachable(String node, String why) implements Exit {
    @Override
    public String toString() {
      return "node " + node + " cannot be reached: " + why;
    }
  }

  /// It could not be started.
  record NotStarted(String why) implements Exit {
    @Override
    public String toString() {
      return "never started: " + why;
    }
  }
}
