package dev.manta.xgboost;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Dataset;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.tabular.TableFeature;
import dev.manta.tabular.TableSchema;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.xgboost.internal.booster.FeatureScores;
import dev.manta.xgboost.internal.booster.NativeBooster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A trained model: bytes that Python's XGBoost reads too, and the features that it has learned
/// from. Immutable.
public final class XGBoostModel {
  /// The name of its file in checkpoints.
  public static final String FILE = "model.ubj";

  private static final int BATCH_ROWS = 4096;

  private final byte[] bytes;
  private final TableSchema schema;

  private XGBoostModel(byte[] bytes, TableSchema schema) {
    this.bytes = bytes;
    this.schema = schema;
  }

  static XGBoostModel of(byte[] bytes, TableSchema schema) {
    return new XGBoostModel(bytes, schema);
  }

  /// The model of a checkpoint.
  public static XGBoostModel load(Checkpoint checkpoint) {
    return checkpoint.asDirectory(directory -> load(directory.resolve(FILE)));
  }

  /// The model of a checkpoint of a run, such as its best one.
  public static XGBoostModel load(ReportedCheckpoint reported) {
    return load(reported.checkpoint());
  }

  /// A model in a file of XGBoost's, `.ubj` or `.json`, also one that Python wrote. Where
  /// `table.json` lies beside it, its categories are known.
  public static XGBoostModel load(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      Path table = file.resolveSibling(TableSchema.FILE);
      return Files.exists(table)
          ? new XGBoostModel(bytes, TableSchema.parse(Files.readAllBytes(table)))
          : new XGBoostModel(bytes, schemaIn(bytes));
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "no model can be read from " + file + ": " + e, e);
    }
  }

  /// A model that [#bytes] gave, or that Python's `save_raw` gave.
  public static XGBoostModel of(byte[] bytes) {
    return new XGBoostModel(bytes.clone(), schemaIn(bytes));
  }

  private static TableSchema schemaIn(byte[] bytes) {
    try (NativeBooster booster = NativeBooster.of(List.of())) {
      booster.load(bytes);
      List<String> names = booster.features("feature_name");
      List<String> known =
          names.isEmpty()
              ? IntStream.range(0, booster.features()).mapToObj(i -> "f" + i).toList()
              : names;
      return new TableSchema(known.stream().map(TableFeature::number).toList());
    }
  }

  /// In XGBoost's binary format.
  public byte[] bytes() {
    return bytes.clone();
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
    try (NativeBooster booster = opened()) {
      return booster.rounds();
    }
  }

  /// How many of its rounds predict, where training stopped early: those up to the best one.
  public OptionalInt bestRounds() {
    try (NativeBooster booster = opened()) {
      return booster
          .attribute(XGBoostPredictor.BEST_ROUND)
          .map(best -> OptionalInt.of(Integer.parseInt(best) + 1))
          .orElseGet(OptionalInt::empty);
    }
  }

  /// The importance of each feature that a split uses.
  public Map<String, Double> importances(Importance kind) {
    try (NativeBooster booster = opened()) {
      return FeatureScores.of(booster, kind.name().toLowerCase(Locale.ROOT));
    }
  }

  private NativeBooster opened() {
    NativeBooster booster = NativeBooster.of(List.of());
    booster.load(bytes);
    return booster;
  }

  /// Writes it as XGBoost does: JSON where the name ends with `.json`, else the binary format; and
  /// its features beside it, as `table.json`. Models of other features have other directories.
  public void save(Path file) {
    try (NativeBooster booster = opened()) {
      requireOwn(file, file.resolveSibling(TableSchema.FILE));
      boolean json = file.toString().endsWith(".json");
      Files.write(file, json ? booster.save("json") : bytes);
      Files.write(file.resolveSibling(TableSchema.FILE), schema.bytes());
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "the model cannot be written to " + file + ": " + e, e);
    }
  }

  /// A model would take the categories of another for its own.
  private void requireOwn(Path file, Path table) throws IOException {
    if (Files.notExists(table) || Arrays.equals(Files.readAllBytes(table), schema.bytes())) {
      return;
    }
    Path directory = Objects.requireNonNull(table.toAbsolutePath().getParent());
    try (Stream<Path> files = Files.list(directory)) {
      if (files.anyMatch(other -> isModel(other) && !other.endsWith(file.getFileName()))) {
        throw new IllegalArgumentException(
            "%s is that of other models in %s: save this one into a directory of its own"
                .formatted(TableSchema.FILE, directory));
      }
    }
  }

  private static boolean isModel(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".ubj") || (name.endsWith(".json") && !name.equals(TableSchema.FILE));
  }

  /// Predicts rows; close it when it is not needed any more.
  public XGBoostPredictor predictor() {
    return XGBoostPredictor.of(opened(), schema);
  }

  /// The rows of a dataset with a column `prediction`; where the model gives a number for each
  /// class, that is a list of them.
  public Dataset predict(Dataset rows) {
    String model = Base64.getEncoder().encodeToString(bytes);
    String table = new String(schema.bytes(), StandardCharsets.UTF_8);
    return rows.mapBatchesWith(BATCH_ROWS, () -> XGBoostPredictor.of(model, table));
  }

  /// The predictor of a checkpoint, for a process that transforms rows: `rows.mapBatchesWith(4096,
  /// () -> XGBoostModel.predictor(location))`.
  public static XGBoostPredictor predictor(String location) {
    return load(Checkpoint.at(Location.parse(location))).predictor();
  }
}
