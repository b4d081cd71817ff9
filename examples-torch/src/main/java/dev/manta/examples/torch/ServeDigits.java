package dev.manta.examples.torch;

import dev.manta.Result;
import dev.manta.examples.PredictionServer;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import java.io.IOException;

/// Answers images of digits over HTTP with what a trained network sees in them.
public final class ServeDigits {
  private ServeDigits() {}

  // region: serve
  /// The network of a run's best checkpoint; rows are 64 grey values from 0 to 1.
  static PredictionServer serve(Result trained, int port) throws IOException {
    var best = trained.bestCheckpoint().or(trained::latestCheckpoint).orElseThrow();
    var network = Torch.loadForInference(best.checkpoint(), new DigitsCnn.Net());
    var predictor = Predictor.of(network).rows(1, 8, 8);
    return PredictionServer.start(port, predictor::classes);
  }

  // endregion

  /// Serves what `manta demo torch` has learned, until it is interrupted.
  public static void main(String[] args) throws Exception {
    var server = serve(Result.fromPath("~/manta-runs/digits-torch"), 8080);
    System.out.println("post rows to http://localhost:" + server.port() + "/predict");
  }
}
