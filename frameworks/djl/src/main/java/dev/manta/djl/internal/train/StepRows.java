package dev.manta.djl.internal.train;

/// How many rows this rank's gradients stand for, from one step to the next.
public final class StepRows {
  private long trained;
  private boolean anyTrained;
  private long handedOut;
  private boolean anyHandedOut;

  /// A batch has been trained on, as `EasyTrain.trainBatch` tells.
  void trained(long rows) {
    trained += rows;
    anyTrained = true;
  }

  /// A loader has handed out a batch, which a loop of the user's own may train on.
  public void handedOut(long rows) {
    handedOut = rows;
    anyHandedOut = true;
  }

  /// What this rank counts in averages over ranks; all ranks alike where nobody knows.
  double weight() {
    if (anyTrained) {
      return trained;
    }
    return anyHandedOut ? handedOut : 1;
  }

  /// A step has used them.
  void stepped() {
    trained = 0;
    anyTrained = false;
    anyHandedOut = false;
  }
}
