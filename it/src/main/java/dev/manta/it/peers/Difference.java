package dev.manta.it.peers;

/// Something that is not the same here and in Python.
///
/// @param setup the case, whole, so that it can be made again
/// @param what the value, file or error that differs
/// @param here what Manta has
/// @param there what Python has
public record Difference(String setup, String what, String here, String there) {
  @Override
  public String toString() {
    return "%s: %s here, %s in Python%n  %s".formatted(what, here, there, setup);
  }
}
