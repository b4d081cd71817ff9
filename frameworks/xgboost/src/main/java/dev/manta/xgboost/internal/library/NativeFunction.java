package dev.manta.xgboost.internal.library;

import dev.manta.spi.natives.StatusFunction;

/// A function of XGBoost's C interface.
public final class NativeFunction {
  private final StatusFunction function;

  private NativeFunction(StatusFunction function) {
    this.function = function;
  }

  /// The function of a name.
  ///
  /// @param parameters a letter for each: `p` a pointer, `l` a long, `i` an int
  public static NativeFunction of(String name, String parameters) {
    return new NativeFunction(StatusFunction.of(XGBoostLibrary.symbol(name), parameters));
  }

  /// Calls it.
  ///
  /// @throws XGBoostFailure where it fails
  public void call(Object... arguments) {
    if (function.call(arguments) != 0) {
      throw new XGBoostFailure(XGBoostLibrary.lastError());
    }
  }
}
