package dev.manta.examples;

import dev.manta.examples.PredictionServer.Answer;
import dev.manta.examples.PredictionServer.Model;
import dev.manta.examples.PredictionServer.Question;
import dev.manta.examples.PredictionServer.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

// region: controller
/// Answers rows as [PredictionServer] does, in a Spring application that has a [Model]. The body is
/// read here, as Tomcat and Spring read JSON of any size.
@RestController
public final class PredictionController {
  private static final int BYTES_MAX = 1 << 20;
  private static final int ROWS_MAX = 1000;
  private static final String EXAMPLE = "post rows of numbers: {\"rows\": [[1, 2], [3, 4]]}";

  private final Model model;
  private final JsonMapper json;

  PredictionController(Model model, JsonMapper json) {
    this.model = model;
    this.json = json;
  }

  @PostMapping(path = "/predict", consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<Record> predict(InputStream posted) throws IOException {
    byte[] body = posted.readNBytes(BYTES_MAX + 1);
    return body.length > BYTES_MAX
        ? ResponseEntity.status(HttpStatus.CONTENT_TOO_LARGE)
            .header(HttpHeaders.CONNECTION, "close") // the rest is not read
            .body(new Refusal("more than " + BYTES_MAX + " bytes: post fewer rows"))
        : ResponseEntity.ok(new Answer(model.predict(checked(rows(body)))));
  }

  private float[][] rows(byte[] body) {
    Question question = json.readValue(body, Question.class);
    if (question == null) {
      throw new IllegalArgumentException("the body cannot be read; " + EXAMPLE);
    }
    return question.rows();
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
  Refusal refuse(JacksonException wrong) {
    String place = place(wrong);
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
