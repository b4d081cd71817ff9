package dev.manta.torch.internal.flat;

import dev.manta.torch.internal.Lifetime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Tensors of one type side by side in one piece of memory, each on a boundary of 64 bytes. What
/// lies between them is zero and stays zero.
///
/// The tensors stay the same objects; only their data moves here.
public final class FlatBlock {
  private static final int ALIGNMENT = 64;

  private final List<Tensor> members;
  private final long[] offsets;
  private final long[] counts;
  private final long elements;
  private final Tensor values;

  private FlatBlock(List<Tensor> members) {
    this.members = List.copyOf(members);
    offsets = new long[members.size()];
    counts = new long[members.size()];
    long step = ALIGNMENT / members.getFirst().itemsize();
    long next = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = next;
      counts[i] = members.get(i).numel();
      next = (next + counts[i] + step - 1) / step * step;
    }
    elements = next;
    values = zeros();
  }

  /// Moves the tensors into as many blocks as they have types.
  public static List<FlatBlock> adopt(List<Tensor> tensors) {
    Map<ScalarType, List<Tensor>> byType = new LinkedHashMap<>();
    for (Tensor tensor : tensors) {
      byType.computeIfAbsent(tensor.scalar_type().intern(), _ -> new ArrayList<>()).add(tensor);
    }
    List<FlatBlock> blocks = byType.values().stream().map(FlatBlock::new).toList();
    blocks.forEach(FlatBlock::move);
    return blocks;
  }

  private void move() {
    try (var _ = new NoGradGuard()) {
      for (int i = 0; i < members.size(); i++) {
        Tensor view = view(values, i);
        view.copy_(members.get(i).detach());
        members.get(i).set_data(view);
      }
    }
  }

  /// A second piece of memory of the same layout, zeroed.
  public Tensor zeros() {
    Tensor like = members.getFirst();
    return Lifetime.keepTensor(torch.zeros(new long[] {elements}, like.options()).detach());
  }

  /// The part of a piece of memory of this layout that is one member's, in its shape.
  public Tensor view(Tensor flat, int member) {
    Tensor part = flat.narrow(0, offsets[member], counts[member]);
    return Lifetime.keepTensor(part.view(members.get(member).sizes().vec().get()));
  }

  /// The part that holds neighbours, from the first of them up to and with the last.
  public Tensor span(Tensor flat, int first, int last) {
    return Lifetime.keepTensor(flat.narrow(0, offsets[first], end(last) - offsets[first]));
  }

  private long end(int member) {
    return member + 1 < offsets.length ? offsets[member + 1] : elements;
  }

  /// All members' data.
  public Tensor values() {
    return values;
  }

  public List<Tensor> members() {
    return members;
  }

  /// Where a member begins, in elements.
  public long offset(int member) {
    return offsets[member];
  }

  /// How many elements a piece of memory of this layout has.
  public long elements() {
    return elements;
  }

  public ScalarType type() {
    return values.scalar_type().intern();
  }
}
