package dev.manta.it.notebook;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What came of a cell: the kernel's answer, and all that was heard meanwhile.
record Cell(RunningKernel.Heard answer, List<RunningKernel.Heard> heard) {
  String status() {
    return answer.content().get("status").asText();
  }

  /// Why it failed, for messages.
  String error() {
    return answer.content().find("traceback").map(Json::text).orElse("");
  }

  /// What was printed.
  String printed() {
    return contents("stream").map(each -> each.get("text").asText()).collect(Collectors.joining());
  }

  /// The value of its last expression.
  Optional<String> value() {
    return contents("execute_result")
        .map(each -> each.get("data").asObject().get("text/plain").asText())
        .findFirst();
  }

  /// What is shown in the form of a type, the last state of each place last.
  List<String> shown(String type) {
    return Stream.concat(contents("display_data"), contents("update_display_data"))
        .flatMap(each -> each.get("data").asObject().find(type).stream())
        .map(Json::asText)
        .toList();
  }

  private Stream<JsonObject> contents(String type) {
    return heard.stream().filter(each -> each.type().equals(type)).map(each -> each.content());
  }
}
