package dev.manta.examples;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A small table of numbers of which a fifth is held out to test; `target` is what is learned.
public record SampleTable(List<Row> trainRows, List<Row> testRows) {
  private static final int TEST_EVERY = 5;

  public SampleTable {
    trainRows = List.copyOf(trainRows);
    testRows = List.copyOf(testRows);
  }

  /// 569 tumours by 30 measures of their cells: 0 malignant, 1 benign.
  public static SampleTable breastCancer() {
    return load("breast-cancer.csv");
  }

  /// 442 patients by 10 measures, and how far their disease has come a year later.
  public static SampleTable diabetes() {
    return load("diabetes.csv");
  }

  /// 150 flowers of three species by 4 lengths.
  public static SampleTable iris() {
    return load("iris.csv");
  }

  /// 178 wines of three growers by 13 measures.
  public static SampleTable wine() {
    return load("wine.csv");
  }

  /// The rows to train on.
  public Dataset train() {
    return Dataset.of(trainRows);
  }

  /// The rows that are held out.
  public Dataset test() {
    return Dataset.of(testRows);
  }

  private static SampleTable load(String file) {
    List<String> lines = lines(file);
    String[] names = lines.getFirst().split(",");
    List<Row> train = new ArrayList<>();
    List<Row> test = new ArrayList<>();
    for (int line = 1; line < lines.size(); line++) {
      (line % TEST_EVERY == 0 ? test : train).add(row(names, lines.get(line).split(",")));
    }
    return new SampleTable(train, test);
  }

  private static Row row(String[] names, String[] values) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      row.put(names[i], Float.parseFloat(values[i]));
    }
    return Row.of(row);
  }

  private static List<String> lines(String file) {
    try (InputStream stream = SampleTable.class.getResourceAsStream(file)) {
      if (stream == null) {
        throw new IllegalStateException("there is no " + file);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
