package dev.manta.dashboard.internal.api;

/// What was asked for is not there.
final class Absent extends RuntimeException {
  private static final long serialVersionUID = 1;

  Absent(String message) {
    super(message);
  }
}
