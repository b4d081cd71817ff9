package dev.manta.collective;

import java.util.Objects;

/// Why a group ended before its time.
public sealed interface Cause {
  /// One line for the person who reads it.
  String reason();

  /// The process of a rank is gone.
  record PeerDied(int rank) implements Cause {
    @Override
    public String reason() {
      return "the process of rank " + rank + " died";
    }
  }

  /// A rank closed its group while others still waited for it.
  record PeerLeft(int rank) implements Cause {
    @Override
    public String reason() {
      return "rank " + rank + " left the group: its training loop returned or failed";
    }
  }

  /// Somebody asked for it: the controller, another thread, the user.
  record Requested(String reason) implements Cause {
    public Requested {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /// A rank did not arrive in time.
  record TimedOut(int rank, String reason) implements Cause {
    public TimedOut {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /// The ranks called different things.
  record Mismatched(String reason) implements Cause {
    public Mismatched {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /// A link between two hosts failed.
  record LinkLost(int rank, String reason) implements Cause {
    public LinkLost {
      Objects.requireNonNull(reason, "reason");
    }
  }
}
