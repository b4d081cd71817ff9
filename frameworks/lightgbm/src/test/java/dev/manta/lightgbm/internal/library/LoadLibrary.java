package dev.manta.lightgbm.internal.library;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A process that loads the library and calls it.
public final class LoadLibrary {
  private LoadLibrary() {}

  public static void main(String[] arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(JAVA_LONG);
      LightGBMLibrary.load().call("DumpParamAliases", "lpp", 0L, size, MemorySegment.NULL);
      System.out.println(size.get(JAVA_LONG, 0));
    }
  }
}
