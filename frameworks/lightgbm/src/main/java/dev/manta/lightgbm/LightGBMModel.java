package dev.manta.lightgbm;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Dataset;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.storage.Location;
import dev.manta.tabular.TableFeature;
import dev.manta.tabular.TableSchema;
import dev.manta.train.ReportedCheckpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A trained model: a text that Python's LightGBM reads too, and the features that it has learned
/// from. Immutable.
public final class LightGBMModel {
  /// The name of its file in checkpoints.
  public static final String FILE = "model.txt";

  private static final int BATCH_ROWS = 4096;
  private static final String FEATURES = "feature_names=";

  private final String text;
  private final TableSchema schema;

  private LightGBMModel(String text, TableSchema schema) {
    this.text = text;
    this.schema = schema;
  }

  static LightGBMModel of(String text, TableSchema schema) {
    return new LightGBMModel(text, schema);
  }

  /// The model of a checkpoint.
  public static LightGBMModel load(Checkpoint checkpoint) {
    return checkpoint.asDirectory(directory -> load(directory.resolve(FILE)));
  }

  /// The model of a checkpoint of a run, such as its best one.
  public static LightGBMModel load(ReportedCheckpoint reported) {
    return load(reported.checkpoint());
  }

  /// A model in a file of LightGBM's, also one that Python wrote. Where `table.json` lies beside
  /// it, its categories are known.
  public static LightGBMModel load(Path file) {
    try {
      String text = Files.readString(file);
      Path table = file.resolveSibling(TableSchema.FILE);
      return Files.exists(table)
          ? new LightGBMModel(text, TableSchema.parse(Files.readAllBytes(table)))
          : of(text);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "no model can be read from " + file + ": " + e, e);
    }
  }

  /// A model that [#text] gave, or that Python's `model_to_string` gave.
  public static LightGBMModel of(String text) {
    List<String> names =
        text.lines()
            .filter(line -> line.startsWith(FEATURES))
            .findFirst()
            .map(line -> Arrays.asList(line.substring(FEATURES.length()).split(" ", -1)))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "this is not a model in LightGBM's text format: it has no line"
                            + " feature_names"));
    return new LightGBMModel(
        text, new TableSchema(names.stream().map(TableFeature::number).toList()));
  }

  /// In LightGBM's text format.
  public String text() {
    return text;
  }

  /// The features that it has learned from, in order.
  public List<String> featureNames() {
    return schema.names();
  }

  /// The features with their categories.
  public TableSchema schema() {
    return schema;
  }

  /// How many rounds it has.
  public int rounds() {
    try (Booster booster = opened()) {
      return booster.rounds();
    }
  }

  /// The importance of each feature that a split uses.
  public Map<String, Double> importances(Importance kind) {
    try (Booster booster = opened()) {
      double[] all = booster.importances(kind.ordinal());
      Map<String, Double> named = new LinkedHashMap<>();
      for (int i = 0; i < all.length; i++) {
        if (all[i] > 0) {
          named.put(schema.names().get(i), all[i]);
        }
      }
      return named;
    }
  }

  private Booster opened() {
    return Booster.parse(LightGBMLibrary.load(), text);
  }

  /// Writes it as LightGBM does; and its features beside it, as `table.json`.
  public void save(Path file) {
    try {
      Files.writeString(file, text);
      Files.write(file.resolveSibling(TableSchema.FILE), schema.bytes());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "the model cannot be written to " + file + ": " + e, e);
    }
  }

  /// Predicts rows; close it when it is not needed any more.
  public LightGBMPredictor predictor() {
    return new LightGBMPredictor(opened(), schema);
  }

  /// The rows of a dataset with a column `prediction`; where the model gives a number for each
  /// class, that is a list of them.
  public Dataset predict(Dataset rows) {
    String model = text;
    String table = new String(schema.bytes(), StandardCharsets.UTF_8);
    return rows.mapBatchesWith(BATCH_ROWS, () -> LightGBMPredictor.of(model, table));
  }

  /// The predictor of a checkpoint, for a process that transforms rows: `rows.mapBatchesWith(4096,
  /// () -> LightGBMModel.predictor(location))`.
  public static LightGBMPredictor predictor(String location) {
    return load(Checkpoint.at(Location.parse(location))).predictor();
  }
}
