package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/// The preprocessors there are; their results equal scikit-learn's.
public final class Preprocessors {
  private static final int ROWS = 8192;

  private Preprocessors() {}

  /// Mean 0 and standard deviation 1 (that of the population).
  public static Preprocessor standardScaler(String... columns) {
    return dataset -> scaled(dataset, columns, Preprocessors::standard);
  }

  /// Between 0 and 1.
  public static Preprocessor minMaxScaler(String... columns) {
    return dataset -> scaled(dataset, columns, Preprocessors::minMax);
  }

  /// Median 0 and the distance between quartiles 1. Quartiles are exact: each column is sorted.
  public static Preprocessor robustScaler(String... columns) {
    return dataset -> robust(dataset, columns);
  }

  /// A column of 0 and 1 for each category that is seen, and one that ends in `_null` if there are
  /// gaps.
  public static Preprocessor oneHotEncoder(String... columns) {
    return dataset -> new Fitted.OneHot(Categories.of(dataset, List.of(columns)));
  }

  /// Categories as their number in order, from 0; gaps stay null.
  public static Preprocessor ordinalEncoder(String... columns) {
    return dataset -> new Fitted.Ordinal(Categories.of(dataset, List.of(columns)));
  }

  /// Labels as their number in order, from 0.
  public static Preprocessor labelEncoder(String column) {
    return ordinalEncoder(column);
  }

  /// What fills gaps.
  public enum Filling {
    /// The mean of a column of numbers.
    MEAN,
    /// The median of a column of numbers.
    MEDIAN,
    /// The value of numbers or texts that is most often there; the smallest of several.
    MOST_FREQUENT
  }

  /// Nulls and NaN become what is usual in their column; one of nothing but gaps is refused.
  public static Preprocessor imputer(Filling filling, String... columns) {
    return dataset ->
        switch (filling) {
          case MEAN -> means(dataset, columns);
          case MEDIAN -> medians(dataset, columns);
          case MOST_FREQUENT -> mostFrequent(dataset, columns);
        };
  }

  private static Fitted means(Dataset dataset, String[] columns) {
    Map<String, Double> means = new LinkedHashMap<>();
    ColumnMoments.of(dataset, columns).forEach((name, all) -> means.put(name, all.mean()));
    return new Fitted.Imputed(means, Map.of());
  }

  private static Fitted medians(Dataset dataset, String[] columns) {
    Map<String, Double> medians = new LinkedHashMap<>();
    ColumnMoments.of(dataset, columns)
        .forEach(
            (name, all) ->
                medians.put(name, ColumnRanks.quantiles(dataset, name, all.count(), 0.5)[0]));
    return new Fitted.Imputed(medians, Map.of());
  }

  private static Fitted mostFrequent(Dataset dataset, String[] columns) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : columns) {
      Object found = ColumnRanks.mostFrequent(dataset, name);
      if (found instanceof Double number) {
        numbers.put(name, number);
      } else {
        texts.put(name, (String) found);
      }
    }
    return new Fitted.Imputed(numbers, texts);
  }

  /// A number of your choice for nulls and NaN.
  public static Preprocessor constantImputer(double value, String... columns) {
    Map<String, Double> values = new LinkedHashMap<>();
    List.of(columns).forEach(name -> values.put(name, value));
    return _ -> new Fitted.Imputed(values, Map.of());
  }

  /// A text of your choice for nulls.
  public static Preprocessor constantImputer(String value, String... columns) {
    Map<String, String> values = new LinkedHashMap<>();
    List.of(columns).forEach(name -> values.put(name, value));
    return _ -> new Fitted.Imputed(Map.of(), values);
  }

  /// Rows of length 1.
  public static Preprocessor normalizer(Fitted.Norm norm, String... columns) {
    return _ -> new Fitted.Normalized(List.of(columns), norm);
  }

  /// Columns of numbers, and of lists of numbers, as one column of lists.
  public static Preprocessor concatenator(String name, String... columns) {
    return _ -> new Fitted.Concatenated(List.of(columns), name);
  }

  /// How often each word that was seen is in a text.
  public static Preprocessor countVectorizer(String column) {
    return dataset -> {
      TreeSet<String> vocabulary = new TreeSet<>(Categories.TEXTS);
      try (Batches<Batch> batches = dataset.select(column).batches(ROWS)) {
        for (Batch batch : batches) {
          List.of(batch.texts(column)).forEach(text -> vocabulary.addAll(TextTokens.of(text)));
        }
      }
      return new Fitted.Counted(column, List.copyOf(vocabulary));
    };
  }

  /// Words counted by hash, in rows of length 1.
  public static Preprocessor hashingVectorizer(String column, int features) {
    if (features < 1) {
      throw new IllegalArgumentException("features must be at least 1, not " + features);
    }
    return _ -> new Fitted.Hashed(column, features);
  }

  private static Fitted scaled(
      Dataset dataset, String[] columns, Function<ColumnMoments, Fitted.Scaled.Line> line) {
    Map<String, Fitted.Scaled.Line> lines = new LinkedHashMap<>();
    ColumnMoments.of(dataset, columns).forEach((name, all) -> lines.put(name, line.apply(all)));
    return new Fitted.Scaled(lines);
  }

  /// A scale that is nothing but rounding is none.
  private static Fitted.Scaled.Line line(double shift, double scale) {
    return new Fitted.Scaled.Line(shift, scale < 10 * Math.ulp(1.0) ? 1 : scale);
  }

  private static Fitted.Scaled.Line standard(ColumnMoments all) {
    return new Fitted.Scaled.Line(all.mean(), all.deviation());
  }

  private static Fitted.Scaled.Line minMax(ColumnMoments all) {
    return line(all.least(), all.most() - all.least());
  }

  private static Fitted robust(Dataset dataset, String[] columns) {
    Map<String, Fitted.Scaled.Line> lines = new LinkedHashMap<>();
    ColumnMoments.of(dataset, columns)
        .forEach(
            (name, all) -> {
              double[] at = ColumnRanks.quantiles(dataset, name, all.count(), 0.25, 0.5, 0.75);
              lines.put(name, line(at[1], at[2] - at[0]));
            });
    return new Fitted.Scaled(lines);
  }
}
