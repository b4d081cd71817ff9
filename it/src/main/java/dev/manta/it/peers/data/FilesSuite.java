package dev.manta.it.peers.data;

import dev.manta.data.CsvOptions;
import dev.manta.data.Dataset;
import dev.manta.it.peers.Difference;
import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Round;
import dev.manta.it.peers.Suite;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Random tables that pyarrow, Polars, pandas and NumPy wrote: what is read here is what they read.
public final class FilesSuite implements Suite {
  private static final String[] MODULES = {"pyarrow", "polars", "pandas", "numpy"};
  private static final int CASES = 100;

  @Override
  public String name() {
    return "files";
  }

  @Override
  public int size() {
    return CASES;
  }

  @Override
  public Outcome run(Round round) throws IOException, InterruptedException {
    return Cases.run(round, "files.py", MODULES, FilesSuite::compare);
  }

  static Optional<Difference> compare(String setup, JsonObject made) {
    Map<String, List<Json>> here = Plain.of(dataset(made));
    for (Map.Entry<String, Json> column : made.get("columns").asObject().fields().entrySet()) {
      List<Json> there = new ArrayList<>();
      column.getValue().asArray().forEach(there::add);
      List<Json> found = here.getOrDefault(column.getKey(), List.of());
      if (found.size() != there.size()) {
        return Optional.of(
            new Difference(
                setup, "rows of " + column.getKey(), found.size() + "", there.size() + ""));
      }
      for (int i = 0; i < there.size(); i++) {
        if (!found.get(i).text().equals(there.get(i).text())) {
          String what = "row %s of %s".formatted(i, column.getKey());
          return Optional.of(new Difference(setup, what, found.get(i).text(), there.get(i).text()));
        }
      }
    }
    return Optional.empty();
  }

  private static Dataset dataset(JsonObject made) {
    String path = made.get("path").asText();
    Map<String, String> types = new HashMap<>();
    made.get("types").asObject().fields().forEach((name, type) -> types.put(name, type.asText()));
    return switch (made.get("format").asText()) {
      case "parquet" -> Dataset.parquet(path);
      case "arrow" -> Dataset.read("arrow", path);
      case "csv" -> Dataset.csv(csv(types), path);
      case "jsonl" -> Dataset.jsonLines(types, path);
      case "npy" -> Dataset.npy(path);
      default -> throw new IllegalArgumentException(made.get("format").asText());
    };
  }

  private static CsvOptions csv(Map<String, String> types) {
    CsvOptions options = CsvOptions.defaults();
    for (Map.Entry<String, String> each : types.entrySet()) {
      options = options.type(each.getKey(), each.getValue());
    }
    return options;
  }
}
