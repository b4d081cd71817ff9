package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonNumber;
import dev.manta.train.TrackedRun;
import java.time.Instant;

/// Values of TensorBoard's summaries that are not scalars: texts, and what its page of
/// hyperparameters shows.
final class BoardMessages {
  private static final String PREFIX = "_hparams_/";
  private static final int TAG = 1;
  private static final int TENSOR = 8;
  private static final int METADATA = 9;
  private static final int FLOATS = 1;
  private static final int STRINGS = 7;
  private static final int SUCCESS = 1;
  private static final int FAILURE = 2;

  private BoardMessages() {}

  /// A text; Markdown is shown as such, so JSON is quoted.
  static Message text(String name, String json) {
    return markdown(name, "```json\n" + json + "\n```");
  }

  static Message markdown(String name, String markdown) {
    Message text = tensor(STRINGS).text(8, markdown);
    Message metadata = plugin("text", new Message()).number(4, 2);
    return new Message()
        .text(TAG, name + "/text_summary")
        .message(TENSOR, text)
        .message(METADATA, metadata);
  }

  /// A run's config, by which TensorBoard compares runs.
  static Message hyperparameters(TrackedRun run) {
    Message session = new Message();
    run.parameters()
        .forEach(
            (name, value) ->
                session.message(1, new Message().text(1, name).message(2, value(value))));
    session.text(4, run.name()).real(5, seconds(run.created()));
    return hparams("session_start_info", new Message().message(3, session));
  }

  /// How a run ended.
  static Message ended(Instant at, boolean finished) {
    Message end = new Message().number(1, finished ? SUCCESS : FAILURE).real(2, seconds(at));
    return hparams("session_end_info", new Message().message(4, end));
  }

  private static Message hparams(String what, Message content) {
    return new Message()
        .text(TAG, PREFIX + what)
        .message(TENSOR, tensor(FLOATS).real(5, 0f))
        .message(METADATA, plugin("hparams", content));
  }

  private static Message plugin(String name, Message content) {
    return new Message().message(1, new Message().text(1, name).message(2, content));
  }

  /// A tensor of one value, which is to be added.
  private static Message tensor(int type) {
    Message shape = new Message().message(2, new Message().number(1, 1));
    return new Message().number(1, type).message(2, shape);
  }

  private static Message value(String text) {
    return switch (parsed(text)) {
      case JsonNumber number -> new Message().real(2, number.value().doubleValue());
      case JsonBoolean truth -> new Message().number(4, truth.value() ? 1 : 0);
      case Json _ -> new Message().text(3, text);
    };
  }

  private static Json parsed(String text) {
    try {
      return Json.parse(text);
    } catch (JsonException notJson) {
      return Json.of(text);
    }
  }

  private static double seconds(Instant at) {
    return at.toEpochMilli() / 1000.0;
  }
}
