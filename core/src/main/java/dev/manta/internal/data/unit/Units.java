package dev.manta.internal.data.unit;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.IntFunction;

/// Units that are made when they are asked for: there may be more of them than are ever read.
public final class Units extends AbstractList<Unit> implements RandomAccess {
  private final int size;
  private final IntFunction<Unit> make;

  private Units(int size, IntFunction<Unit> make) {
    this.size = size;
    this.make = make;
  }

  public static List<Unit> of(int size, IntFunction<Unit> make) {
    return new Units(size, make);
  }

  @Override
  public Unit get(int index) {
    return make.apply(index);
  }

  @Override
  public int size() {
    return size;
  }
}
