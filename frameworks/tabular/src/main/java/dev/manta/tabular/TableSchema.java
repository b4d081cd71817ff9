package dev.manta.tabular;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The features that a model has learned from, in order. Kept beside each model: whoever predicts
/// codes categories as training did.
///
/// @param missing a number that stood for a missing value, beside nulls and NaN
public record TableSchema(List<TableFeature> features, Optional<Double> missing) {
  /// The name of its file in checkpoints.
  public static final String FILE = "table.json";

  public TableSchema {
    features = List.copyOf(features);
  }

  /// Where only nulls and NaN are missing values.
  public TableSchema(List<TableFeature> features) {
    this(features, Optional.empty());
  }

  /// The same with a number that stands for a missing value.
  public TableSchema missing(Optional<Double> value) {
    return new TableSchema(features, value);
  }

  /// Reads what [#bytes] has written.
  public static TableSchema parse(byte[] json) {
    return Bind.read(Json.parse(json), TableSchema.class, FILE);
  }

  /// As JSON.
  public byte[] bytes() {
    return Bind.write(this).bytes();
  }

  /// How many features there are.
  public int size() {
    return features.size();
  }

  /// The names of the features, in order.
  public List<String> names() {
    return features.stream().map(TableFeature::name).toList();
  }

  /// Which features are categorical.
  public List<Integer> categoricalPlaces() {
    return IntStream.range(0, features.size())
        .filter(place -> features.get(place).isCategorical())
        .boxed()
        .toList();
  }
}
