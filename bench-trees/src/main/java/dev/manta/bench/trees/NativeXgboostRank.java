package dev.manta.bench.trees;

import dev.manta.bench.train.Stamps;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.Communicator;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/// One rank of XGBoost's own distributed training: its files as arrays, a DMatrix of them, a tree
/// after the other, each followed by a score of the rows, as XGBoost prints it and Manta reports
/// it. Rank 0 saves the model.
public final class NativeXgboostRank {
  private static final int TIMEOUT_SECONDS = 60;
  private static final int PORT = 0;
  private static final int RANK = 1;
  private static final int RANKS = 2;
  private static final int MODEL = 3;
  private static final int WORK = 4;

  private NativeXgboostRank() {}

  /// @param arguments the tracker's port, the rank, how many there are, the model's file, the work
  public static void main(String[] arguments) throws Exception {
    int rank = Integer.parseInt(arguments[RANK]);
    TreeWork work = TreeWork.parse(arguments, WORK);
    Communicator.init(communicator(arguments[PORT], rank));
    Map<String, Double> times = new TreeMap<>(Map.of("ready", Stamps.now()));
    MatrixRows rows = MatrixRows.read(work.share(rank, Integer.parseInt(arguments[RANKS])));
    times.put("read", Stamps.now());
    DMatrix matrix = matrix(rows);
    times.put("built", Stamps.now());
    Booster booster = grown(matrix, work.trees(), times);
    if (rank == 0) {
      booster.saveModel(Path.of(arguments[MODEL]).toString());
    }
    Communicator.shutdown();
    Course.print(times);
  }

  private static Map<String, Object> communicator(String port, int rank) {
    return Map.of(
        "dmlc_communicator",
        "rabit",
        "dmlc_tracker_uri",
        "127.0.0.1",
        "dmlc_tracker_port",
        Integer.valueOf(port),
        "dmlc_task_id",
        String.format(Locale.ROOT, "%06d", rank),
        "dmlc_timeout",
        TIMEOUT_SECONDS);
  }

  private static DMatrix matrix(MatrixRows rows) throws XGBoostError {
    var matrix = new DMatrix(rows.features(), rows.rows(), TreeWork.FEATURES, Float.NaN);
    matrix.setLabel(rows.labels());
    return matrix;
  }

  private static Booster grown(DMatrix matrix, int trees, Map<String, Double> times)
      throws XGBoostError {
    Map<String, Object> parameters = new HashMap<>(XgboostParameters.USUAL.map());
    Booster booster = XGBoost.train(matrix, parameters, 0, Map.of(), null, null);
    for (int tree = 0; tree < trees; tree++) {
      booster.update(matrix, tree);
      booster.evalSet(new DMatrix[] {matrix}, new String[] {"train"}, tree);
      times.putIfAbsent("first", Stamps.now());
    }
    times.put("last", Stamps.now());
    return booster;
  }
}
