package dev.manta.torch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;

/// What stands between Python's brackets, such as `1:3, -1`: slices, places, `None` and `...`.
record Subscript(String text, List<String> parts) {
  private static final String ELLIPSIS = "...";

  static Subscript parse(String text) {
    List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (parts.stream().filter(ELLIPSIS::equals).count() > 1) {
      throw new IllegalArgumentException("index \"" + text + "\" has more than one \"...\"");
    }
    return new Subscript(text, parts);
  }

  /// The part of a tensor that it names: a view.
  Tensor of(Tensor whole) {
    requireDimensions(whole);
    Tensor here = whole;
    long dimension = 0;
    for (String part : parts) {
      switch (part) {
        case ELLIPSIS -> dimension += whole.dim() - dimensions();
        case "None" -> here = here.unsqueeze(dimension++);
        default -> {
          if (part.contains(":")) {
            here = slice(here, dimension++, part);
          } else {
            here = place(whole, here, dimension, part);
          }
        }
      }
    }
    return here;
  }

  private long dimensions() {
    return parts.stream().filter(part -> !part.equals(ELLIPSIS) && !part.equals("None")).count();
  }

  private void requireDimensions(Tensor whole) {
    if (dimensions() > whole.dim()) {
      throw new IllegalArgumentException(
          "index \"%s\" names %s dimensions of a tensor %s, which has %s"
              .formatted(text, dimensions(), TensorText.describe(whole), whole.dim()));
    }
  }

  private Tensor place(Tensor whole, Tensor here, long dimension, String part) {
    long place = number(part);
    long size = here.size(dimension);
    if (place < -size || place >= size) {
      throw new IllegalArgumentException(
          "index \"%s\" of a tensor %s: %s is not within a dimension of size %s"
              .formatted(text, TensorText.describe(whole), place, size));
    }
    return here.select(dimension, place);
  }

  private Tensor slice(Tensor here, long dimension, String part) {
    List<String> ends = new ArrayList<>(List.of(part.split(":", -1)));
    if (ends.size() > 3) {
      throw unreadable(part);
    }
    long step = ends.size() < 3 || ends.get(2).isBlank() ? 1 : number(ends.get(2));
    if (step < 1) {
      throw new IllegalArgumentException(
          "index \"%s\" has step %s: PyTorch's slices go forward only; use x.flip(dimension)"
              .formatted(text, step));
    }
    return here.slice(dimension, end(ends.get(0)), end(ends.get(1)), step);
  }

  private LongOptional end(String part) {
    return part.isBlank() ? new LongOptional() : new LongOptional(number(part));
  }

  private long number(String part) {
    try {
      return Long.parseLong(part.strip());
    } catch (NumberFormatException e) {
      throw unreadable(part);
    }
  }

  private IllegalArgumentException unreadable(String part) {
    return new IllegalArgumentException(
        "index \"%s\" cannot be read at \"%s\": want places and slices as in Python, such as \"1:3, -1\", \"...\" or \"None\""
            .formatted(text, part));
  }
}
