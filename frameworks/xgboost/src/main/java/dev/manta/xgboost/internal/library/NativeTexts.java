package dev.manta.xgboost.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Texts as C has them.
public final class NativeTexts {
  private NativeTexts() {}

  /// The text that an address points to.
  public static String read(MemorySegment address) {
    return address.reinterpret(Long.MAX_VALUE).getString(0);
  }

  /// The texts of an array of addresses.
  public static List<String> read(MemorySegment array, long count) {
    MemorySegment all = array.reinterpret(count * ADDRESS.byteSize());
    List<String> texts = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      texts.add(read(all.getAtIndex(ADDRESS, i)));
    }
    return texts;
  }

  /// An array of the addresses of texts.
  public static MemorySegment array(Arena arena, List<String> texts) {
    MemorySegment array = arena.allocate(ADDRESS, Math.max(1, texts.size()));
    for (int i = 0; i < texts.size(); i++) {
      array.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
    }
    return array;
  }
}
