package dev.manta.torch.nn;

import dev.manta.torch.internal.Longs;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The window that slides over an input: its size, and how it moves. One number stands for every
/// dimension; several are one per dimension.
///
/// @param size how much of the input it covers
/// @param stride how far it moves; empty for the default (1 for convolutions, the size for pooling)
/// @param padding what is added on each side of the input
/// @param dilation the distance between the points that it covers
/// @param groups into how many groups the channels of a convolution are split
public record Kernel(
    List<Long> size, List<Long> stride, List<Long> padding, List<Long> dilation, long groups) {
  public Kernel {
    size = checked("size", size, 1);
    stride = stride.isEmpty() ? List.of() : checked("stride", stride, 1);
    padding = checked("padding", padding, 0);
    dilation = checked("dilation", dilation, 1);
    if (groups < 1) {
      throw new IllegalArgumentException("groups must be at least 1, not " + groups);
    }
  }

  /// A window of this size that moves by the default, without padding.
  public static Kernel of(long... size) {
    return new Kernel(list(size), List.of(), List.of(0L), List.of(1L), 1);
  }

  /// How far it moves.
  public Kernel stride(long... newStride) {
    return new Kernel(size, list(newStride), padding, dilation, groups);
  }

  /// What is added on each side of the input; 0 unless set.
  public Kernel padding(long... newPadding) {
    return new Kernel(size, stride, list(newPadding), dilation, groups);
  }

  /// The distance between the points that it covers; 1 unless set.
  public Kernel dilation(long... newDilation) {
    return new Kernel(size, stride, padding, list(newDilation), groups);
  }

  /// Into how many groups the channels of a convolution are split; 1 unless set.
  public Kernel groups(long newGroups) {
    return new Kernel(size, stride, padding, dilation, newGroups);
  }

  Longs sizes(int dimensions) {
    return Longs.of(perDimension("size", size, dimensions));
  }

  Longs strides(int dimensions, List<Long> absent) {
    return Longs.of(perDimension("stride", stride.isEmpty() ? absent : stride, dimensions));
  }

  Longs paddings(int dimensions) {
    return Longs.of(perDimension("padding", padding, dimensions));
  }

  Longs dilations(int dimensions) {
    return Longs.of(perDimension("dilation", dilation, dimensions));
  }

  /// The shape of a convolution's weight: the two counts of channels, then the size.
  long[] weightShape(long first, long second, int dimensions) {
    long[] window = perDimension("size", size, dimensions);
    long[] shape = new long[2 + dimensions];
    shape[0] = first;
    shape[1] = second;
    System.arraycopy(window, 0, shape, 2, dimensions);
    return shape;
  }

  private static long[] perDimension(String what, List<Long> given, int dimensions) {
    List<Long> all = given.size() == 1 ? Collections.nCopies(dimensions, given.getFirst()) : given;
    if (all.size() != dimensions) {
      throw new IllegalArgumentException(
          "a kernel's " + what + " has 1 or " + dimensions + " numbers here, not " + given);
    }
    return all.stream().mapToLong(Long::longValue).toArray();
  }

  private static List<Long> checked(String what, List<Long> values, long least) {
    if (values.isEmpty() || values.stream().anyMatch(value -> value < least)) {
      throw new IllegalArgumentException(
          "a kernel's " + what + " must be at least " + least + ", not " + values);
    }
    return List.copyOf(values);
  }

  private static List<Long> list(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
