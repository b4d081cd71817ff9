package dev.manta.it.peers.data;

import dev.manta.data.Aggregate;
import dev.manta.data.Dataset;
import dev.manta.data.JoinKind;
import dev.manta.data.prep.Preprocessor;
import dev.manta.data.prep.Preprocessors;
import dev.manta.it.peers.Difference;
import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Round;
import dev.manta.it.peers.Suite;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Sorts, groups, joins and scalers of random tables, against pyarrow and scikit-learn. What is
/// added up in floating point may differ by rounding, everything else not at all.
public final class TablesSuite implements Suite {
  private static final String[] MODULES = {"pyarrow", "sklearn"};
  private static final int CASES = 100;
  private static final double ROUNDING = 1e-9;
  private static final String GAP = "\"nan\"";

  @Override
  public String name() {
    return "tables";
  }

  @Override
  public int size() {
    return CASES;
  }

  @Override
  public Outcome run(Round round) throws IOException, InterruptedException {
    return Cases.run(round, "tables.py", MODULES, TablesSuite::compare);
  }

  static Optional<Difference> compare(String setup, JsonObject made) {
    List<String> names = List.copyOf(made.get("columns").asObject().fields().keySet());
    List<String> reals = new ArrayList<>();
    made.get("reals").asArray().forEach(name -> reals.add(name.asText()));
    double rounding = made.find("rounding").map(Json::asDouble).orElse(0.0);
    List<List<String>> here = rows(Plain.of(dataset(made)), names, reals);
    List<List<String>> there = rows(columns(made), names, reals);
    if (!made.get("operation").asText().equals("sort")) {
      Comparator<List<String>> order = Comparator.comparing(row -> key(row, names, reals));
      here.sort(order);
      there.sort(order);
    }
    if (here.size() != there.size()) {
      return Optional.of(new Difference(setup, "rows", here.size() + "", there.size() + ""));
    }
    for (int i = 0; i < here.size(); i++) {
      for (int k = 0; k < names.size(); k++) {
        String one = here.get(i).get(k);
        String other = there.get(i).get(k);
        if (!one.equals(other) && !(reals.contains(names.get(k)) && isNear(one, other, rounding))) {
          String what = "row %s, %s".formatted(i, names.get(k));
          return Optional.of(
              new Difference(setup, what, here.get(i).toString(), there.get(i).toString()));
        }
      }
    }
    return Optional.empty();
  }

  private static Map<String, List<Json>> columns(JsonObject made) {
    Map<String, List<Json>> all = new java.util.LinkedHashMap<>();
    made.get("columns")
        .asObject()
        .fields()
        .forEach(
            (name, values) -> {
              List<Json> column = new ArrayList<>();
              values.asArray().forEach(column::add);
              all.put(name, column);
            });
    return all;
  }

  /// A null among what is computed is a gap.
  private static List<List<String>> rows(
      Map<String, List<Json>> columns, List<String> names, List<String> reals) {
    List<List<String>> rows = new ArrayList<>();
    int count = columns.getOrDefault(names.getFirst(), List.of()).size();
    for (int i = 0; i < count; i++) {
      List<String> row = new ArrayList<>();
      for (String name : names) {
        Json value = columns.getOrDefault(name, List.of()).get(i);
        row.add(value instanceof JsonNull && reals.contains(name) ? GAP : value.text());
      }
      rows.add(row);
    }
    return rows;
  }

  private static String key(List<String> row, List<String> names, List<String> reals) {
    var key = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      key.append(reals.contains(names.get(i)) ? "" : row.get(i)).append('|');
    }
    return key.toString();
  }

  /// @param rounding what may differ besides, as a peer's values are rounded, too
  private static boolean isNear(String a, String b, double rounding) {
    if (a.equals(GAP) || b.equals(GAP)) {
      return false;
    }
    double one = number(a);
    double other = number(b);
    return Math.abs(one - other)
        <= rounding + ROUNDING * Math.max(1, Math.max(Math.abs(one), Math.abs(other)));
  }

  private static double number(String hex) {
    return Double.longBitsToDouble(Long.parseUnsignedLong(hex.substring(1, hex.length() - 1), 16));
  }

  private static Dataset dataset(JsonObject made) {
    Dataset left = Dataset.parquet(made.get("left").asText());
    return switch (made.get("operation").asText()) {
      case "sort" ->
          made.get("descending").asBoolean() ? left.sortDescending("key") : left.sort("key");
      case "group" -> groups(left);
      case "join" ->
          left.join(
              Dataset.parquet(made.get("right").asText()),
              "key",
              made.get("kind").asText().equals("inner") ? JoinKind.INNER : JoinKind.LEFT);
      case "scale" -> scaler(made.get("kind").asText()).fit(left).transform(left);
      default -> throw new IllegalArgumentException(made.get("operation").asText());
    };
  }

  private static Dataset groups(Dataset rows) {
    return rows.groupBy("key")
        .aggregate(
            Aggregate.sum("l_id"),
            Aggregate.sum("l_x"),
            Aggregate.mean("l_x"),
            Aggregate.std("l_x"),
            Aggregate.sum("l_u"),
            Aggregate.sum("l_d"),
            Aggregate.min("l_u"),
            Aggregate.max("l_u"),
            Aggregate.min("l_d"),
            Aggregate.max("l_d"),
            Aggregate.count().as("count_l_id"));
  }

  private static Preprocessor scaler(String kind) {
    return switch (kind) {
      case "standard" -> Preprocessors.standardScaler("l_x");
      case "minmax" -> Preprocessors.minMaxScaler("l_x");
      case "robust" -> Preprocessors.robustScaler("l_x");
      default -> throw new IllegalArgumentException(kind);
    };
  }
}
