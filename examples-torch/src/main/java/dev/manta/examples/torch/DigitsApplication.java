package dev.manta.examples.torch;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.examples.PredictionController;
import dev.manta.examples.PredictionServer;
import dev.manta.storage.Location;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

// region: spring
/// Answers images of digits; `model.checkpoint` in `application.properties` names the network.
@SpringBootApplication
@Import(PredictionController.class) // it is in another package
public class DigitsApplication {
  @Bean
  PredictionServer.Model model(@Value("${model.checkpoint}") String checkpoint) {
    var stored = Checkpoint.at(Location.parse(checkpoint));
    var network = Torch.loadForInference(stored, new DigitsCnn.Net());
    return Predictor.of(network).rows(1, 8, 8)::classes;
  }

  /// Listens on this machine only, unless `server.address` says otherwise.
  static ConfigurableApplicationContext start(String... args) {
    return new SpringApplicationBuilder(DigitsApplication.class)
        .properties("server.address=127.0.0.1")
        .run(args);
  }

  public static void main(String[] args) {
    start(args);
  }
}
// endregion
