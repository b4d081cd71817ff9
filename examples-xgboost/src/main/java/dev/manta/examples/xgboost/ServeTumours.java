package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.examples.PredictionServer;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostPredictor;
import java.io.IOException;

/// Answers measurements of tumours over HTTP with the probability that they are benign.
public final class ServeTumours implements AutoCloseable {
  private final XGBoostPredictor predictor;
  private final PredictionServer server;

  private ServeTumours(XGBoostPredictor predictor, PredictionServer server) {
    this.predictor = predictor;
    this.server = server;
  }

  // region: serve
  /// The model of a run's last checkpoint; rows have the features in its order.
  static ServeTumours serve(Result trained, int port) throws IOException {
    var last = trained.latestCheckpoint().orElseThrow().checkpoint();
    XGBoostPredictor predictor = XGBoostModel.load(last).predictor();
    return new ServeTumours(predictor, PredictionServer.start(port, predictor::predict));
  }

  /// The server goes first: nobody asks a model that is closed.
  @Override
  public void close() {
    server.close();
    predictor.close();
  }

  // endregion

  int port() {
    return server.port();
  }

  /// Serves what `Tumours` has learned, until it is interrupted.
  public static void main(String[] args) throws Exception {
    var server = serve(Result.fromPath("~/manta-runs/tumours"), 8080);
    System.out.println("post rows to http://localhost:" + server.port() + "/predict");
  }
}
