package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.run.state.Worker;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Records that earlier versions wrote stay readable: the files in `control` hold a specimen of
/// every event and effect, and are never written anew. A field that came later must be one that can
/// be missing: a number, a text, a list, an optional, or a record of such.
class OlderRecordsTest {
  private static final Path RECORDS = Path.of("src/test/resources/control");

  private static List<JsonObject> records() throws IOException {
    try (Stream<Path> files = Files.list(RECORDS)) {
      List<String> lines = files.sorted().flatMap(OlderRecordsTest::lines).toList();
      return lines.stream().map(line -> Json.parse(line).asObject()).toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Control read(Json record) {
    return Bind.readOlder(record, Control.class, "control");
  }

  @Test
  void everyRecordThatWasEverWrittenIsRead() throws IOException {
    assertThat(records()).hasSizeGreaterThan(50).allSatisfy(OlderRecordsTest::read);
  }

  @Test
  void aRecordOfSeveralEventsTellsOfEach() throws IOException {
    List<Control> together =
        records().stream()
            .map(OlderRecordsTest::read)
            .filter(Control.Transitions.class::isInstance)
            .toList();

    assertThat(together).isNotEmpty().allSatisfy(record -> assertThat(record.steps()).hasSize(2));
  }

  @Test
  void aStateWithoutAFieldThatCameLaterIsRead() throws IOException {
    JsonObject record = transition();
    JsonObject after = record.get("after").asObject();
    for (String later : List.of("arrivals", "scale", "ledger", "notices", "bookedTo", "reached")) {
      Control read = read(record.with("after", without(after, later)));

      assertThat(read).isInstanceOf(Control.Transition.class);
    }
  }

  @Test
  void whatIsMissingIsNothing() throws IOException {
    JsonObject record = transition();
    JsonObject after = record.get("after").asObject();
    var read = (Control.Transition) read(record.with("after", without(after, "arrivals")));

    assertThat(read.after().arrivals().shares()).isEmpty();
  }

  /// Which older versions read as the 0 and the empty text that they wrote for none.
  @Test
  void whatThereIsNoneOfIsLeftOut() {
    Json written = Bind.write(Worker.spare("w0", "a"));

    assertThat(written.asObject().keys()).doesNotContain("pid", "offer", "held");
    assertThat(Bind.readOlder(written, Worker.class, "worker")).isEqualTo(Worker.spare("w0", "a"));
  }

  @Test
  void whatOlderVersionsWroteForNoneIsNone() {
    Json worker =
        Bind.write(Worker.spare("w0", "a"))
            .asObject()
            .with("pid", Json.of(0))
            .with("offer", Json.of(""))
            .with("held", Json.parse("{\"commit\":0,\"whole\":false}"));

    assertThat(Bind.readOlder(worker, Worker.class, "worker")).isEqualTo(Worker.spare("w0", "a"));
  }

  @Test
  void theOldFormOfWhereAnAttemptBeginsIsRead() {
    var nothing = new StartPoint.InStorage(Optional.empty(), 0, 0, 0);
    var memory = new StartPoint.InMemory(Optional.of("c1"), 9, 1, 2, 12, 3, 4);

    assertThat(Bind.write(memory, StartPoint.class).text())
        .isEqualTo(
            "{\"checkpoint\":\"c1\",\"step\":9,\"epoch\":1,\"ordinal\":2,\"commit\":12,\"source\":3,\"size\":4}");
    assertThat(StartPoint.fromJson(Bind.write(memory, StartPoint.class))).isEqualTo(memory);
    assertThat(
            StartPoint.fromJson(
                Json.parse(
                    "{\"checkpoint\":\"\",\"step\":0,\"epoch\":0,\"ordinal\":0,\"commit\":0,\"source\":0,\"size\":0}")))
        .isEqualTo(nothing);
  }

  @Test
  void noAttemptNoRanksAndNoCountWereWrittenAsZeroAndAsNothing() {
    Json timer = Json.parse("{\"type\":\"TimerFired\",\"attempt\":0,\"name\":\"stop\"}");
    Json stop =
        Json.parse("{\"type\":\"SendStop\",\"id\":1,\"attempt\":1,\"workers\":[],\"at\":0}");
    Json notice =
        Json.parse(
            "{\"type\":\"Noticed\",\"attempt\":0,\"ranks\":[],\"within\":\"PT5S\",\"by\":\"SIGTERM\"}");

    assertThat(Bind.readOlder(timer, Event.class, "event").about()).isEmpty();
    assertThat(Bind.readOlder(stop, Effect.class, "effect"))
        .isEqualTo(new Effect.SendStop(1, 1, List.of(), OptionalLong.empty()));
    assertThat(Bind.readOlder(notice, Event.class, "event"))
        .isEqualTo(new Event.Noticed(NoticedRanks.ALL, Duration.ofSeconds(5), "SIGTERM"));
  }

  @Test
  void aStatusMustBeThere() throws IOException {
    JsonObject record = transition();
    JsonObject after = record.get("after").asObject();

    assertThatThrownBy(() -> read(record.with("after", without(after, "status"))))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("control.after.status: is missing");
  }

  private static JsonObject transition() throws IOException {
    return records().stream()
        .filter(record -> record.get("type").asText().equals("Transition"))
        .findFirst()
        .orElseThrow();
  }

  private static JsonObject without(JsonObject json, String field) {
    Map<String, Json> fields = new LinkedHashMap<>(json.fields());
    assertThat(fields.remove(field)).as(field).isNotNull();
    return new JsonObject(fields);
  }
}
