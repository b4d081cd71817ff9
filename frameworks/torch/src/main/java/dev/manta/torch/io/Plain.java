package dev.manta.torch.io;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What was read from a pickle as users see it: tuples are lists, element types are texts.
final class Plain {
  private static final int DEPTH_MAX = 500;

  private final IdentityHashMap<Object, Object> done = new IdentityHashMap<>();
  private int depth;

  private Plain() {}

  static @Nullable Object of(@Nullable Object value) {
    return new Plain().plain(value);
  }

  private @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Tuple(List<@Nullable Object> items) -> inside(items, () -> list(items));
      case List<?> list -> inside(list, () -> list(list));
      case Map<?, ?> map -> inside(map, () -> map(map));
      case Globals.Dtype type -> type.toString();
      case Globals.Global _, Storages.Reference _ ->
          throw new BadPickle("its value holds " + Globals.describe(value));
      case null, default -> value;
    };
  }

  /// A container that occurs twice is one container, as in Python.
  private Object inside(Object container, Supplier<Object> copy) {
    Object known = done.get(container);
    if (known != null) {
      return known;
    }
    if (++depth > DEPTH_MAX) {
      throw new BadPickle("a container is within itself, or containers are nested too deeply");
    }
    Object plain = copy.get();
    depth--;
    done.put(container, plain);
    return plain;
  }

  private List<@Nullable Object> list(List<?> items) {
    List<@Nullable Object> plain = new ArrayList<>();
    items.forEach(item -> plain.add(plain(item)));
    return plain;
  }

  private Map<@Nullable Object, @Nullable Object> map(Map<?, ?> entries) {
    Map<@Nullable Object, @Nullable Object> plain = new LinkedHashMap<>();
    entries.forEach((key, value) -> plain.put(key, plain(value)));
    return plain;
  }
}
