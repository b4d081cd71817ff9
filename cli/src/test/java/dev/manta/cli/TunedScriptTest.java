package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.python.PythonTrainer;
import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class TunedScriptTest {
  @TempDir Path storage;

  private String script(String text) throws IOException {
    return Files.writeString(storage.resolve("train.py"), text).toString();
  }

  private Tuner tuner(PythonTrainer trainer) {
    return Tuner.of(trainer.trainer())
        .search(TuneConfig.minimize("loss").searcher(Searcher.grid()).concurrent(2))
        .run(RunConfig.named("search").storage(storage.resolve("runs").toString()).quiet());
  }

  private static List<Double> losses(ResultGrid results) {
    assertThat(results.errors()).extracting(TrialResult::error).isEmpty();
    return results.trials().stream().map(each -> each.metrics().number("loss")).toList();
  }

  @Test
  void aFunctionOfAScriptGetsThePointOverTheConfigThatItHas() throws IOException {
    String file =
        script(
            """
            import manta

            def train(config):
                manta.report({"loss": config["base"] + config["optimizer"]["lr"]})
            """);
    Map<String, Object> config = Map.of("base", 10, "optimizer", Map.of("lr", 7));
    Tuner tuner = tuner(PythonTrainer.function(file, "train", config));
    assertThat(losses(tuner.space(Space.of().grid("optimizer.lr", 0.25, 0.5)).fit()))
        .containsExactly(10.25, 10.5);
  }

  @Test
  void aScriptGetsThePointBehindItsArguments() throws IOException {
    String file =
        script(
            """
            import argparse
            import manta

            parser = argparse.ArgumentParser()
            parser.add_argument("--lr", type=float, default=1)
            parser.add_argument("--epochs", type=int, default=1)
            given = parser.parse_args()
            manta.report({"loss": given.lr * given.epochs})
            """);
    Tuner tuner = tuner(PythonTrainer.script(file).args("--epochs", "2", "--lr", "9"));
    assertThat(losses(tuner.space(Space.of().grid("lr", -1e-5, 0.5)).fit()))
        .containsExactly(-2e-5, 1.0);
  }

  @Test
  void aScriptDoesNotSayWherePointsLie() throws IOException {
    Tuner tuner = tuner(PythonTrainer.script(script("import manta\n")));
    assertThatThrownBy(tuner::fit).hasMessageContaining("say space(Space.of()");
  }
}
