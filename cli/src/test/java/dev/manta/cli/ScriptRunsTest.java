package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.machine.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is typed around a Python script reaches its ranks; nothing but Python is needed.
class ScriptRunsTest {
  private static final int ROWS = 200;

  @TempDir Path directory;

  /// What is typed is for all runs of a process.
  @AfterEach
  void forgetWhatWasTyped() {
    System.getProperties().keySet().removeIf(key -> key.toString().startsWith("manta.run."));
  }

  private Path written(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  /// Runs a script that is given a file to answer into; what it wrote there.
  private String answer(String script, String... options) throws IOException {
    Path answer = directory.resolve("answer");
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of(options));
    words.addAll(List.of("--storage", directory.resolve("runs").toString()));
    words.addAll(List.of(written("script.py", script).toString(), "--", answer.toString()));
    Typed typed = Typed.manta(words.toArray(String[]::new));
    assertThat(typed.exitCode()).as(typed.err() + typed.out()).isZero();
    return Files.readString(answer);
  }

  private List<Integer> ids(String... options) throws IOException {
    String said =
        answer(
            """
            import sys, manta
            ids = [row["id"] for row in manta.get_dataset_shard("rows").iter_rows()]
            open(sys.argv[1], "w").write(",".join(map(str, ids)))
            """,
            options);
    return Stream.of(said.split(",")).map(Integer::valueOf).toList();
  }

  private String dataset() throws IOException {
    String rows = IntStream.range(0, ROWS).mapToObj(i -> i + "\n").collect(Collectors.joining());
    return "rows=csv:" + written("rows.csv", "id\n" + rows);
  }

  @Test
  void aDatasetIsReadInItsOrder() throws IOException {
    assertThat(ids("--dataset", dataset()))
        .containsExactlyElementsOf(IntStream.range(0, ROWS).boxed().toList());
  }

  @Test
  void aShuffledDatasetHasTheSameRowsInAnotherOrder() throws IOException {
    List<Integer> inOrder = IntStream.range(0, ROWS).boxed().toList();
    assertThat(ids("--dataset", dataset(), "--shuffle", "rows"))
        .containsExactlyInAnyOrderElementsOf(inOrder)
        .isNotEqualTo(inOrder);
  }

  @Test
  void aScriptRunsInTheEnvironmentOfItsRequirements() throws IOException {
    Path requirements = written("requirements.txt", "# " + directory + "\n--no-index\n");
    String prefix =
        answer(
            "import sys\nopen(sys.argv[1], 'w').write(sys.prefix)\n",
            "--with-pip",
            requirements.toString());
    assertThat(Path.of(prefix).getParent()).hasFileName("environments");
    FileTree.delete(Path.of(prefix));
  }

  @Test
  void aScriptForRayRunsWithItsDriver() throws IOException {
    assertThat(
            answer(
                """
                import sys
                from ray import train
                from ray.train.data_parallel_trainer import DataParallelTrainer
                def train_func(config):
                    train.report({"twice": 2 * config["value"]})
                trainer = DataParallelTrainer(train_func, train_loop_config={"value": 21}, scaling_config=train.ScalingConfig(num_workers=2))
                open(sys.argv[1], "w").write(str(trainer.fit().metrics["twice"]))
                """,
                "--ray-compat"))
        .isEqualTo("42");
    assertThat(directory.resolve("runs")).isNotEmptyDirectory();
  }
}
