package dev.manta.internal.collective.tcp;

/// What a link between two ranks carries.
enum Lane {
  /// Collective operations.
  DATA,
  /// Aborts, farewells and explanations.
  CONTROL,
  /// Values that the calling side sends to the called side.
  MAIL
}
