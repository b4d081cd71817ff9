package dev.manta.bench.trees;

import dev.manta.bench.Child;
import dev.manta.bench.train.Stamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ml.dmlc.xgboost4j.java.RabitTracker;
import ml.dmlc.xgboost4j.java.XGBoostError;

/// XGBoost's own distributed training, without Manta: a tracker, and a JVM for each rank.
public final class NativeXgboost {
  private static final int RANKS = 2;
  private static final int TIMEOUT_SECONDS = 60;

  /// That of Manta's workers, which needs least memory.
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  private NativeXgboost() {}

  /// @param arguments a directory to work in, then the work
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    TreeWork work = TreeWork.parse(arguments, 1);
    Path model = directory.resolve("model.ubj");
    try (var watch = new ProcessWatch()) {
      double begin = Stamps.now();
      Course course = Course.ended(begin, trained(directory, model, work));
      Map<String, Double> figures = course.figures(work.trees());
      watch.addTo(figures);
      figures.put("loss", XgboostJudge.logLoss(Files.readAllBytes(model), work));
      Course.print(figures);
    }
  }

  private static List<Map<String, Double>> trained(Path directory, Path model, TreeWork work)
      throws XGBoostError, IOException, InterruptedException {
    var tracker = new RabitTracker(RANKS, "127.0.0.1", 0, TIMEOUT_SECONDS);
    tracker.start();
    try {
      String port = String.valueOf(tracker.getWorkerArgs().get("dmlc_tracker_port"));
      List<Child> ranks = new ArrayList<>();
      for (int rank = 0; rank < RANKS; rank++) {
        Path own = Files.createDirectory(directory.resolve("rank-" + rank));
        List<String> rest = arguments(port, rank, model, work);
        ranks.add(ScratchJvm.child(NativeXgboostRank.class, own, rest, COLLECTOR));
      }
      return new RankProcesses(ranks).figures();
    } finally {
      stop(tracker);
    }
  }

  /// It says an error when ranks have not come to their end, which is known then.
  private static void stop(RabitTracker tracker) {
    try {
      tracker.stop();
    } catch (XGBoostError stopped) {
      System.err.println("the tracker was stopped: " + stopped.getMessage());
    }
  }

  private static List<String> arguments(String port, int rank, Path model, TreeWork work) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(port, String.valueOf(rank), String.valueOf(RANKS), model.toString()));
    arguments.addAll(work.arguments());
    return arguments;
  }
}
