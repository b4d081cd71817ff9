package dev.manta.it.peers.data;

import dev.manta.it.peers.Difference;
import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Round;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Cases that a script has made, a JSON object on each line.
final class Cases {
  private Cases() {}

  /// Compares a case: what differs, if anything.
  interface Comparison {
    Optional<Difference> of(String setup, JsonObject made) throws IOException;
  }

  static Outcome run(Round round, String script, String[] modules, Comparison comparison)
      throws IOException, InterruptedException {
    if (!round.python().has(modules)) {
      throw new UnsupportedOperationException(
          "%s is needed: ./dev peers installs it".formatted(String.join(", ", modules)));
    }
    round
        .python()
        .run(
            script,
            List.of(
                Long.toString(round.seed()),
                Integer.toString(round.cases()),
                round.directory().toString()));
    List<Difference> differences = new ArrayList<>();
    List<String> lines =
        Files.readAllLines(round.directory().resolve("cases.jsonl"), StandardCharsets.UTF_8);
    for (String line : lines) {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      JsonObject made = Json.parseExactly(bytes, 0, bytes.length).asObject();
      one(made, comparison).ifPresent(differences::add);
    }
    return new Outcome(lines.size(), differences);
  }

  private static Optional<Difference> one(JsonObject made, Comparison comparison)
      throws IOException {
    String setup = made.get("setup").asText();
    try {
      return comparison.of(setup, made);
    } catch (RuntimeException e) {
      return Optional.of(new Difference(setup, "what is read", e.toString(), "a table"));
    }
  }
}
