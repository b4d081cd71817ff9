package dev.manta.examples.xgboost;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.examples.PredictionController;
import dev.manta.examples.PredictionServer;
import dev.manta.storage.Location;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostPredictor;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

// region: spring
/// Predicts from measurements of tumours whether they are benign; `model.checkpoint` in
/// `application.properties` names the model.
@SpringBootApplication
@Import(PredictionController.class) // it is in another package
public class TumourApplication {
  /// Spring makes one, and closes it when the application ends.
  @Bean
  XGBoostPredictor predictor(@Value("${model.checkpoint}") String checkpoint) {
    return XGBoostModel.load(Checkpoint.at(Location.parse(checkpoint))).predictor();
  }

  @Bean
  PredictionServer.Model model(XGBoostPredictor predictor) {
    return predictor::predict;
  }

  public static void main(String[] args) {
    SpringApplication.run(TumourApplication.class, args);
  }
}
// endregion
