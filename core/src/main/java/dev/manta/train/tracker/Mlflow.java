package dev.manta.train.tracker;

import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Sends a run to an MLflow server by its REST interface: the config as parameters, tags, the
/// numbers of each step, the checkpoints, and how it ended. Needs no library and no Python.
///
/// What the server is still to get lies on disk: while it is down nothing waits for it, and when it
/// answers again it gets each point once. A run that resumes stays in the same MLflow run.
///
/// @param server its address
/// @param experiment the MLflow experiment, which is made where it is missing
/// @param uploadsCheckpoints whether checkpoints become artifacts
/// @param model the registered model that the last checkpoint of a finished run becomes a version
///   of
/// @param backlogMax how many bytes may lie on disk for the server; what comes then is not sent
public record Mlflow(
    URI server,
    String experiment,
    boolean uploadsCheckpoints,
    Optional<String> model,
    long backlogMax)
    implements Tracker {
  private static final long BACKLOG_MAX = 256L << 20;
  private static final String DIRECTORY = "trackers";
  private static final String PREFIX = "mlflow-";

  public Mlflow {
    String scheme = String.valueOf(server.getScheme());
    boolean web = scheme.equals("http") || scheme.equals("https");
    if (!web || server.getHost() == null) {
      throw new IllegalArgumentException(
          "an MLflow server has an address such as http://localhost:5000, not \"" + server + "\"");
    }
    if (experiment.isBlank()) {
      throw new IllegalArgumentException("an MLflow experiment needs a name");
    }
    if (backlogMax < 1) {
      throw new IllegalArgumentException("backlogMax must be at least 1, not " + backlogMax);
    }
  }

  /// The server there. Credentials are in the variables that MLflow's own client reads:
  /// `MLFLOW_TRACKING_USERNAME` and `MLFLOW_TRACKING_PASSWORD`, or `MLFLOW_TRACKING_TOKEN`.
  ///
  /// @param address such as `http://localhost:5000`
  public static Mlflow at(String address) {
    return new Mlflow(URI.create(address), "Default", false, Optional.empty(), BACKLOG_MAX);
  }

  /// The server that the variable `MLFLOW_TRACKING_URI` names, and the experiment that
  /// `MLFLOW_EXPERIMENT_NAME` does.
  public static Mlflow ofEnvironment() {
    return of(System.getenv());
  }

  static Mlflow of(Map<String, String> environment) {
    String address = environment.get("MLFLOW_TRACKING_URI");
    if (address == null) {
      throw new IllegalArgumentException(
          "MLFLOW_TRACKING_URI is not set: set it, or name the server by Mlflow.at");
    }
    return at(address).experiment(environment.getOrDefault("MLFLOW_EXPERIMENT_NAME", "Default"));
  }

  /// Sends runs to this experiment; `Default` unless set.
  public Mlflow experiment(String name) {
    return new Mlflow(server, name, uploadsCheckpoints, model, backlogMax);
  }

  /// Uploads the files of each committed checkpoint, for servers that serve artifacts themselves;
  /// else MLflow is told where checkpoints are, and no more.
  public Mlflow uploadCheckpoints() {
    return new Mlflow(server, experiment, true, model, backlogMax);
  }

  /// Uploads checkpoints, and registers the last one of a run that finishes as a version of a
  /// model.
  public Mlflow registerModel(String name) {
    return new Mlflow(server, experiment, true, Optional.of(name), backlogMax);
  }

  /// How many bytes may lie on disk for a server that does not answer; 256 MiB unless set.
  public Mlflow backlogMax(long bytes) {
    return new Mlflow(server, experiment, uploadsCheckpoints, model, bytes);
  }

  @Override
  public Tracking open(TrackedRun run) throws IOException {
    String place = PREFIX + Integer.toHexString((server + " " + experiment).hashCode());
    Path directory = run.directory().resolve(DIRECTORY).resolve(place);
    MlflowTarget target = MlflowTarget.of(this, run);
    target.write(directory);
    return MlflowTracking.open(directory, target, run, backlogMax);
  }

  /// Sends what servers are still to get of a run that nobody drives, and says for each whether it
  /// has everything now.
  ///
  /// @param directory the run's directory on this machine
  /// @param limit how long each server may take
  public static List<Delivery> sendRest(Path directory, Duration limit)
      throws IOException, InterruptedException {
    Path trackers = directory.resolve(DIRECTORY);
    if (!Files.isDirectory(trackers)) {
      return List.of();
    }
    List<Path> all;
    try (Stream<Path> places = Files.list(trackers)) {
      all = places.filter(path -> path.getFileName().toString().startsWith(PREFIX)).toList();
    }
    List<Delivery> deliveries = new ArrayList<>();
    for (Path place : all) {
      deliveries.add(sendRestOf(place, limit));
    }
    return deliveries;
  }

  private static Delivery sendRestOf(Path place, Duration limit)
      throws IOException, InterruptedException {
    MlflowTarget target = MlflowTarget.read(place);
    try (Backlog backlog = Backlog.open(place, Long.MAX_VALUE)) {
      var sender = new MlflowSender(place, target, backlog);
      return new Delivery(URI.create(target.server()), sender.finish(limit));
    }
  }

  /// What came of sending the rest of a run.
  ///
  /// @param complete whether the server has everything
  public record Delivery(URI server, boolean complete) {}
}
