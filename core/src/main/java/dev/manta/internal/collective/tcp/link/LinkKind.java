package dev.manta.internal.collective.tcp.link;

/// What a link between two ranks carries.
public enum LinkKind {
  /// Collective operations.
  DATA,
  /// Aborts, farewells and explanations.
  CONTROL,
  /// Values that the calling side sends to the called side.
  MAIL
}
