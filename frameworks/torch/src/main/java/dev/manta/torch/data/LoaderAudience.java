package dev.manta.torch.data;

import java.util.function.Consumer;
import org.bytedeco.pytorch.Tensor;

/// For whom a loader reads: one rank of several, and what happens to a batch before it is seen.
public interface LoaderAudience {
  /// A program by itself.
  LoaderAudience ALONE = new Alone();

  /// Which rank this is, from 0.
  int rank();

  /// How many ranks there are.
  int ranks();

  /// Over how many lanes a step's rows are shared out before ranks get theirs, for results that do
  /// not depend on how many ranks there are; 0 for none.
  default int lanes() {
    return 0;
  }

  /// Whether any rank has one more batch; every rank asks.
  boolean anyHas(boolean mine);

  /// Puts a tensor where the rank computes.
  Tensor move(Tensor tensor);

  /// An epoch begins, behind what all ranks have seen of it before.
  Position begin(int epoch);

  /// A batch is about to be seen.
  void handOut(DataLoader loader, long rows);

  /// The epoch has no more batches.
  default void ended() {}

  /// Somebody should read this.
  Consumer<String> warnings();

  /// No other ranks.
  final class Alone implements LoaderAudience {
    private static final System.Logger LOG = System.getLogger("dev.manta.torch");

    private Alone() {}

    @Override
    public int rank() {
      return 0;
    }

    @Override
    public int ranks() {
      return 1;
    }

    @Override
    public boolean anyHas(boolean mine) {
      return mine;
    }

    @Override
    public Tensor move(Tensor tensor) {
      return tensor;
    }

    @Override
    public Position begin(int epoch) {
      return Position.beginning(1);
    }

    @Override
    public void handOut(DataLoader loader, long rows) {}

    @Override
    public Consumer<String> warnings() {
      return text -> LOG.log(System.Logger.Level.WARNING, text);
    }
  }
}
