package dev.manta.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.examples.PredictionServer.Model;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/// A Spring application whose model adds up the two numbers of a row.
@Timeout(120)
class PredictionControllerTest {
  private static final String EXAMPLE = "post rows of numbers: {\\\"rows\\\": [[1, 2], [3, 4]]}";

  @SpringBootApplication
  @Import(PredictionController.class)
  static class Sums {
    @Bean
    Model sums() {
      return rows -> Arrays.stream(rows).map(Sums::sum).toArray();
    }

    private static float sum(float[] row) {
      if (row.length != 2) {
        throw new IllegalArgumentException("a row has " + row.length + " numbers");
      }
      return row[0] + row[1];
    }
  }

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // before all tests
  private static ConfigurableApplicationContext application;

  @BeforeAll
  static void start() {
    application =
        SpringApplication.run(
            Sums.class,
            "--server.address=127.0.0.1",
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--logging.level.root=warn");
  }

  @AfterAll
  static void stop() {
    CLIENT.close();
    application.close();
  }

  private static HttpResponse<String> post(String body) throws Exception {
    String port = application.getEnvironment().getProperty("local.server.port");
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/predict"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static void refuses(String body, String message) throws Exception {
    HttpResponse<String> answer = post(body);
    assertThat(answer.body()).isEqualTo("{\"error\":\"" + message + "\"}");
    assertThat(answer.statusCode()).isEqualTo(400);
  }

  @Test
  void eachRowIsAnswered() throws Exception {
    HttpResponse<String> answer = post("{\"rows\": [[1, 2], [0.5, -1e1]]}");
    assertThat(answer.body()).isEqualTo("{\"predictions\":[3.0,-9.5]}");
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  @Test
  void rowsThatTheModelDoesNotKnowAreRefusedInItsWords() throws Exception {
    refuses("{\"rows\": [[1]]}", "a row has 1 numbers");
  }

  @Test
  void aValueThatIsNotANumberIsNamedByItsPlace() throws Exception {
    refuses("{\"rows\": [[1, 2], [3, \"four\"]]}", "rows[1][1] cannot be read; " + EXAMPLE);
    refuses("{\"rows\": [[null, 2]]}", "rows[0][0] cannot be read; " + EXAMPLE);
    refuses("{\"rows\": [1, 2]}", "rows[0] cannot be read; " + EXAMPLE);
    refuses("{\"rows\": {}}", "rows cannot be read; " + EXAMPLE);
  }

  @Test
  void whoPostsNoRowsSeesWhatToPost() throws Exception {
    for (String body : new String[] {"{\"rows\": []}", "{\"rows\": [null]}", "{\"row\": [[1]]}"}) {
      refuses(body, EXAMPLE);
    }
    for (String body : new String[] {"", "null", "rows", "[".repeat(1 << 16)}) {
      refuses(body, "the body cannot be read; " + EXAMPLE);
    }
  }

  @Test
  void moreThanAThousandRowsAreTooMany() throws Exception {
    String thousand = String.join(",", Collections.nCopies(1000, "[1, 2]"));
    assertThat(post("{\"rows\": [" + thousand + "]}").statusCode()).isEqualTo(200);
    refuses("{\"rows\": [[1, 2]," + thousand + "]}", "post at most 1000 rows at once, not 1001");
  }
}
