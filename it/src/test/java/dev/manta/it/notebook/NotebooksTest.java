package dev.manta.it.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.Sources;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The notebooks of the examples run as they are.
@Timeout(600)
class NotebooksTest {
  @TempDir Path home;

  private List<Cell> run(String notebook) throws IOException {
    Path file = Sources.root().resolve("examples/notebooks").resolve(notebook);
    List<Cell> cells = new ArrayList<>();
    try (RunningKernel kernel = RunningKernel.start(home)) {
      for (Json cell : Json.parse(Files.readAllBytes(file)).asObject().get("cells").asArray()) {
        if (cell.asObject().get("cell_type").asText().equals("code")) {
          Cell ran = kernel.run(source(cell.asObject()));
          assertThat(ran.status()).as("%s", ran.error()).isEqualTo("ok");
          cells.add(ran);
        }
      }
    }
    return cells;
  }

  private static String source(JsonObject cell) {
    return cell.get("source").asArray().items().stream()
        .map(Json::asText)
        .collect(Collectors.joining());
  }

  @Test
  void resNetLearnsDigitsInTwoWorkersOfANotebook() throws IOException {
    List<Cell> cells = run("resnet.ipynb");
    assertThat(cells.getLast().value()).contains("true");
    assertThat(cells.get(cells.size() - 2).shown("image/svg+xml").getLast())
        .contains(">loss</text>");
  }

  @Test
  void aNotebookTunesAFunctionOfACell() throws IOException {
    List<Cell> cells = run("tune.ipynb");
    assertThat(cells.getLast().value().orElseThrow()).startsWith("Config[");
    assertThat(cells.get(cells.size() - 2).shown("image/svg+xml").getFirst()).contains("<svg");
  }
}
