package dev.manta.it.fuzz;

/// What Jazzer calls: the target is its only argument.
public final class Entry {
  private static Target target = (_, _) -> {};

  private Entry() {}

  public static void fuzzerInitialize(String[] args) throws Exception {
    target = Targets.named(args[0]);
  }

  public static void fuzzerTestOneInput(byte[] input) {
    Trial.run(target, input);
  }
}
