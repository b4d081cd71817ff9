package dev.manta.cli.notebook.zmq;

import java.time.Duration;

/// How much memory and time a connection may take before it is known who has connected.
///
/// @param messageBytes the most that all parts of a message have together
/// @param greeting how long each step of a greeting may take
public record Limits(int messageBytes, Duration greeting) {
  private static final Duration GREETING = Duration.ofSeconds(10);

  /// Those of a port at which messages have up to as many bytes.
  public static Limits ofMessages(int bytes) {
    return new Limits(bytes, GREETING);
  }
}
