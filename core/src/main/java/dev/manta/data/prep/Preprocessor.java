package dev.manta.data.prep;

import dev.manta.data.Dataset;

/// A change of columns that depends on the data it is fitted to.
public interface Preprocessor {
  /// Looks at the data, and gives what changes any data alike.
  Fitted fit(Dataset dataset);

  /// Several, each fitted to what those before it make of the data.
  static Preprocessor chain(Preprocessor... all) {
    return dataset -> {
      Dataset seen = dataset;
      java.util.List<Fitted> fitted = new java.util.ArrayList<>();
      for (Preprocessor each : all) {
        Fitted next = each.fit(seen);
        fitted.add(next);
        seen = next.transform(seen);
      }
      return new Fitted.Chain(fitted);
    };
  }
}
