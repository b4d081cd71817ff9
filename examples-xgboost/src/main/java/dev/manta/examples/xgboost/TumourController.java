package dev.manta.examples.xgboost;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.storage.Location;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostPredictor;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

// region: spring
/// The same by Spring: `model.checkpoint` in `application.properties` names a checkpoint.
@RestController
final class TumourController {
  record Question(float[][] rows) {}

  record Answer(float[][] predictions) {}

  /// Spring makes one, and closes it at the end.
  @Configuration(proxyBeanMethods = false)
  static class Models {
    @Bean
    XGBoostPredictor predictor(@Value("${model.checkpoint}") String location) {
      return XGBoostModel.load(Checkpoint.at(Location.parse(location))).predictor();
    }
  }

  private final XGBoostPredictor predictor;

  TumourController(XGBoostPredictor predictor) {
    this.predictor = predictor;
  }

  @PostMapping("/predict")
  Answer predict(@RequestBody Question question) {
    try {
      return new Answer(predictor.predict(question.rows()));
    } catch (IllegalArgumentException wrong) {
      throw new ResponseStatusException(HttpStatus.BAD_REQUEST, wrong.getMessage(), wrong);
    }
  }
}
// endregion
