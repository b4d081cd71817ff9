package dev.manta.examples;

import dev.manta.examples.PredictionServer.Answer;
import dev.manta.examples.PredictionServer.Model;
import dev.manta.examples.PredictionServer.Question;
import dev.manta.examples.PredictionServer.Refusal;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;

// region: controller
/// Answers what [PredictionServer] answers, in a Spring application that has a [Model].
@RestController
public final class PredictionController {
  private static final int ROWS_MAX = 1000;
  private static final String EXAMPLE = "post rows of numbers: {\"rows\": [[1, 2], [3, 4]]}";

  private final Model model;

  PredictionController(Model model) {
    this.model = model;
  }

  @PostMapping("/predict")
  Answer predict(@RequestBody Question question) {
    return new Answer(model.predict(checked(question.rows())));
  }

  private static float[][] checked(float[][] rows) {
    if (rows == null || rows.length == 0 || Arrays.asList(rows).contains(null)) {
      throw new IllegalArgumentException(EXAMPLE);
    }
    if (rows.length > ROWS_MAX) {
      throw new IllegalArgumentException(
          "post at most %s rows at once, not %s".formatted(ROWS_MAX, rows.length));
    }
    return rows;
  }

  /// Rows that the model does not know.
  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  Refusal refuse(IllegalArgumentException wrong) {
    return new Refusal(String.valueOf(wrong.getMessage()));
  }

  /// Not JSON, or something other than numbers in it.
  @ExceptionHandler
  @ResponseStatus(HttpStatus.BAD_REQUEST)
  Refusal refuse(HttpMessageNotReadableException wrong) {
    String place = wrong.getCause() instanceof JacksonException json ? place(json) : "";
    return new Refusal((place.isEmpty() ? "the body" : place) + " cannot be read; " + EXAMPLE);
  }

  /// Such as `rows[0][1]`.
  private static String place(JacksonException wrong) {
    return wrong.getPath().stream()
        .map(at -> at.getPropertyName() == null ? "[" + at.getIndex() + "]" : at.getPropertyName())
        .collect(Collectors.joining());
  }
}
// endregion
