package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// One message of Jupyter's protocol.
///
/// @param route the parts in front of it, which say to whom an answer is handed on
/// @param header which message it is
/// @param parent the header of the message that it follows from
record Message(List<byte[]> route, JsonObject header, JsonObject parent, JsonObject content) {
  static final String VERSION = "5.3";

  private static final String TYPE = "msg_type";

  Message {
    route = List.copyOf(route);
  }

  boolean hasType() {
    return header.find(TYPE).filter(JsonString.class::isInstance).isPresent();
  }

  String type() {
    return header.get(TYPE).asText();
  }

  /// An answer that goes back by the way that this came.
  Message answer(String session, String type, JsonObject answer) {
    return new Message(route, header(session, type), header, answer);
  }

  /// What everybody hears of it; the front of such a message is its topic.
  Message news(String session, String type, JsonObject news) {
    byte[] topic = type.getBytes(StandardCharsets.US_ASCII);
    return new Message(List.of(topic), header(session, type), header, news);
  }

  private static JsonObject header(String session, String type) {
    return JsonObject.builder()
        .put("msg_id", UUID.randomUUID().toString())
        .put("session", session)
        .put("username", "manta")
        .put("date", Instant.now().toString())
        .put(TYPE, type)
        .put("version", VERSION)
        .build();
  }
}
