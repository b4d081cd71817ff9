package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.python.ray.RayScript;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.testkit.python.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each script of Ray Train gives the same with Ray and with Manta: metrics, their keys, and which
/// checkpoints are kept. `./dev ray-compat` runs them.
@Tag("campaign")
class RayExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples-python/ray").toAbsolutePath();
  private static final double TOLERANCE = 1e-5;
  private static final long RAY_MINUTES_MAX = 8;

  @TempDir Path directory;

  @ParameterizedTest(name = "{0}", quoteTextArguments = false)
  @CsvSource({
    "quickstart.py, torch",
    "torch_trainer.py, torch",
    "lightning_trainer.py, lightning",
    "transformers_trainer.py, transformers",
    "data_trainer.py, torch",
    "data_quickstart.py, torch",
    "data_guide.py, torch",
    "data_preprocessors.py, torch",
    "lightning_data.py, lightning",
    "transformers_data.py, transformers",
    "checkpoints_trainer.py, torch",
    "tensorflow_trainer.py, tensorflow",
    "xgboost_trainer.py, xgboost",
    "tune_function.py, pandas",
    "tune_train.py, torch",
    "tune_tutorial.py, torch"
  })
  void aScriptGivesTheSameWithRayAndWithManta(String script, String library) throws Exception {
    Path python = Python.with(library);
    Python.assumeHas("ray");
    Json ours = withManta(python, script);
    Json rays = withRay(python, script);
    assertSame(ours, rays, script);
    System.out.println(script + "\n  manta " + ours.text() + "\n  ray   " + rays.text());
  }

  private Json withManta(Path python, String script) throws IOException {
    Path answer = directory.resolve("manta.json");
    int status =
        RayScript.of(EXAMPLES.resolve(script).toString())
            .python(python.toString())
            .args(directory.resolve("manta").toString(), answer.toString())
            .run();
    assertThat(status).isZero();
    return Json.parse(Files.readString(answer));
  }

  private Json withRay(Path python, String script) throws IOException, InterruptedException {
    Path answer = directory.resolve("ray.json");
    Path log = directory.resolve("ray.log");
    Process process =
        new ProcessBuilder(
                python.toString(),
                EXAMPLES.resolve(script).toString(),
                directory.resolve("ray").toString(),
                answer.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(RAY_MINUTES_MAX, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    assertThat(Files.exists(answer)).as("Ray said:\n%s", Files.readString(log)).isTrue();
    return Json.parse(Files.readString(answer));
  }

  /// Numbers may differ by a part in 100,000, as sums of another order do; everything else is
  /// equal.
  private static void assertSame(Json ours, Json rays, String where) {
    switch (rays) {
      case JsonObject object -> {
        assertThat(ours.asObject().keys()).as(where).isEqualTo(object.keys());
        object
            .fields()
            .forEach(
                (key, value) -> assertSame(ours.asObject().get(key), value, where + "." + key));
      }
      case JsonArray array -> {
        assertThat(ours.asArray().items()).as(where).hasSameSizeAs(array.items());
        for (int i = 0; i < array.items().size(); i++) {
          assertSame(ours.asArray().items().get(i), array.items().get(i), where + "[" + i + "]");
        }
      }
      case JsonNumber number ->
          assertThat(ours.asDouble())
              .as(where)
              .isCloseTo(
                  number.asDouble(), within(TOLERANCE * Math.max(1, Math.abs(number.asDouble()))));
      default -> assertThat(ours).as(where).isEqualTo(rays);
    }
  }
}
