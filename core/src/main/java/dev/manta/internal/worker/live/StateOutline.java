package dev.manta.internal.worker.live;

import dev.manta.train.Copied;
import dev.manta.train.InPlace;
import dev.manta.train.Live;
import dev.manta.train.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// What a live state is made of: its parts by name, type and shape, in order of their names. To
/// tell whether it is still made the same way.
record StateOutline(List<String> parts) {
  /// The type of the only part of state that is saved by copying.
  static final String COPIED = "";

  private static final String BYTES = "bytes of its own";

  static StateOutline of(Collection<Part> parts) {
    return new StateOutline(parts.stream().map(StateOutline::said).sorted().toList());
  }

  static StateOutline of(Live state) {
    return switch (state) {
      case Copied _ -> new StateOutline(List.of(BYTES));
      case InPlace inPlace -> of(inPlace.parts());
    };
  }

  static boolean isCopied(Collection<Part> parts) {
    return parts.stream().anyMatch(part -> part.type().equals(COPIED));
  }

  private static String said(Part part) {
    return part.type().equals(COPIED) ? BYTES : part.name() + " " + part.type() + part.shape();
  }

  byte[] bytes() {
    return String.join("\n", parts).getBytes(StandardCharsets.UTF_8);
  }

  static StateOutline read(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return new StateOutline(text.isEmpty() ? List.of() : Arrays.asList(text.split("\n", -1)));
  }

  /// Throws where a state was made otherwise before.
  void require(String name, StateOutline before) {
    if (!parts.equals(before.parts)) {
      throw new IllegalStateException(
          "live state \"%s\" has %s, and had %s before; make it the same way in every attempt, whatever the number of workers"
              .formatted(name, besides(before), before.besides(this)));
    }
  }

  /// What the other one has not; of many the first.
  private String besides(StateOutline other) {
    List<String> own = new ArrayList<>(parts);
    own.removeAll(other.parts);
    return switch (own.size()) {
      case 0 -> "nothing else";
      case 1 -> own.getFirst();
      default -> own.getFirst() + " and " + (own.size() - 1) + " more";
    };
  }
}
