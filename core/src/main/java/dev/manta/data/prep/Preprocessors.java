package dev.manta.data.prep;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import java.util.Arrays;
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

  /// Median 0 and the distance between quartiles 1.
  public static Preprocessor robustScaler(String... columns) {
    return dataset -> scaled(dataset, columns, Preprocessors::robust);
  }

  /// A column of 0 and 1 for each category that is seen.
  public static Preprocessor oneHotEncoder(String... columns) {
    return dataset -> new Fitted.OneHot(Categories.of(dataset, List.of(columns)));
  }

  /// Categories as their number in order, from 0.
  public static Preprocessor ordinalEncoder(String... columns) {
    return dataset -> new Fitted.Ordinal(Categories.of(dataset, List.of(columns)));
  }

  /// Labels as their number in order, from 0.
  public static Preprocessor labelEncoder(String column) {
    return ordinalEncoder(column);
  }

  /// What fills gaps.
  public enum Filling {
    MEAN,
    MEDIAN,
    MOST_FREQUENT
  }

  /// Nulls and NaN become what is usual in their column.
  public static Preprocessor imputer(Filling filling, String... columns) {
    return dataset -> {
      Map<String, Double> values = new LinkedHashMap<>();
      present(dataset, columns).forEach((name, all) -> values.put(name, filled(filling, all)));
      return new Fitted.Imputed(values);
    };
  }

  /// A number of your choice for nulls and NaN.
  public static Preprocessor constantImputer(double value, String... columns) {
    Map<String, Double> values = new LinkedHashMap<>();
    List.of(columns).forEach(name -> values.put(name, value));
    return _ -> new Fitted.Imputed(values);
  }

  /// Rows of length 1.
  public static Preprocessor normalizer(Fitted.Norm norm, String... columns) {
    return _ -> new Fitted.Normalized(List.of(columns), norm);
  }

  /// Columns of numbers as one column of lists.
  public static Preprocessor concatenator(String name, String... columns) {
    return _ -> new Fitted.Concatenated(List.of(columns), name);
  }

  /// How often each word that was seen is in a text.
  public static Preprocessor countVectorizer(String column) {
    return dataset -> {
      TreeSet<String> vocabulary = new TreeSet<>();
      try (Batches<Batch> batches = dataset.select(column).batches(ROWS)) {
        for (Batch batch : batches) {
          List.of(batch.texts(column)).forEach(text -> vocabulary.addAll(Words.of(text)));
        }
      }
      return new Fitted.Counted(column, List.copyOf(vocabulary));
    };
  }

  /// Words counted by hash, in rows of length 1.
  public static Preprocessor hashingVectorizer(String column, int features) {
    return _ -> new Fitted.Hashed(column, features);
  }

  private static Fitted scaled(
      Dataset dataset, String[] columns, Function<double[], Fitted.Scaled.Line> line) {
    Map<String, Fitted.Scaled.Line> lines = new LinkedHashMap<>();
    present(dataset, columns).forEach((name, values) -> lines.put(name, line.apply(values)));
    return new Fitted.Scaled(lines);
  }

  /// All numbers of columns that are there.
  private static Map<String, double[]> present(Dataset dataset, String[] columns) {
    Map<String, java.util.stream.DoubleStream.Builder> all = new LinkedHashMap<>();
    List.of(columns).forEach(name -> all.put(name, java.util.stream.DoubleStream.builder()));
    try (Batches<Batch> batches = dataset.select(columns).batches(ROWS)) {
      for (Batch batch : batches) {
        var edit = new Edit(batch);
        all.forEach(
            (name, into) ->
                Arrays.stream(edit.reals(name)).filter(v -> !Double.isNaN(v)).forEach(into::add));
      }
    }
    Map<String, double[]> values = new LinkedHashMap<>();
    all.forEach((name, builder) -> values.put(name, builder.build().toArray()));
    return values;
  }

  private static Fitted.Scaled.Line line(double shift, double scale) {
    return new Fitted.Scaled.Line(shift, scale == 0 ? 1 : scale);
  }

  private static Fitted.Scaled.Line standard(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return line(mean, Math.sqrt(squares / Math.max(values.length, 1)));
  }

  private static Fitted.Scaled.Line minMax(double[] values) {
    double least = Arrays.stream(values).min().orElse(0);
    return line(least, Arrays.stream(values).max().orElse(0) - least);
  }

  private static Fitted.Scaled.Line robust(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    return line(quantile(sorted, 0.5), quantile(sorted, 0.75) - quantile(sorted, 0.25));
  }

  /// Between two values as much of each as it is near.
  private static double quantile(double[] sorted, double at) {
    if (sorted.length == 0) {
      return 0;
    }
    double place = at * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  private static double filled(Filling filling, double[] values) {
    return switch (filling) {
      case MEAN -> Arrays.stream(values).average().orElse(0);
      case MEDIAN -> quantile(Arrays.stream(values).sorted().toArray(), 0.5);
      case MOST_FREQUENT -> mostFrequent(Arrays.stream(values).sorted().toArray());
    };
  }

  /// The smallest of those that are most often there.
  private static double mostFrequent(double[] sorted) {
    double best = 0;
    int most = 0;
    int run = 0;
    for (int i = 0; i < sorted.length; i++) {
      run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
      if (run > most) {
        most = run;
        best = sorted[i];
      }
    }
    return best;
  }
}
