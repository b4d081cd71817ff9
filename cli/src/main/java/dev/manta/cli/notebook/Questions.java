package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.lang.System.Logger.Level;

/// What a notebook asks without running anything.
final class Questions {
  private static final System.Logger LOG = System.getLogger("dev.manta.notebook");
  private static final String DESCRIPTION = "kernel_info_request";

  private final CellShell cells;
  private final Channels channels;

  Questions(CellShell cells, Channels channels) {
    this.cells = cells;
    this.channels = channels;
  }

  /// Answers what needs no cell to have ended.
  void answerAtOnce(Request request) {
    if (request.message().type().equals(DESCRIPTION)) {
      answer(request);
    }
  }

  /// Answers on the thread of cells; a kind that this kernel does not know has no answer.
  void answer(Request request) {
    JsonObject asked = request.message().content();
    switch (request.message().type()) {
      case DESCRIPTION ->
          channels.answer(request, "kernel_info_reply", KernelDescription.content());
      case "is_complete_request" -> completeness(request, asked.get("code").asText());
      case "complete_request" -> complete(request, Cursor.of(asked));
      case "inspect_request" -> inspect(request, Cursor.of(asked));
      case "history_request" ->
          channels.answer(
              request, "history_reply", Contents.ok().put("history", JsonArray.of()).build());
      case "comm_info_request" ->
          channels.answer(
              request, "comm_info_reply", Contents.ok().put("comms", JsonObject.EMPTY).build());
      default -> LOG.log(Level.DEBUG, "no answer to a {0}", request.message().type());
    }
  }

  /// A place in a cell; notebooks count characters, Java half of some.
  private record Cursor(String code, int at) {
    static Cursor of(JsonObject asked) {
      String code = asked.get("code").asText();
      int last = code.codePointCount(0, code.length());
      int position = Math.clamp(asked.get("cursor_pos").asInt(), 0, last);
      return new Cursor(code, code.offsetByCodePoints(0, position));
    }

    int position(int index) {
      return code.codePointCount(0, index);
    }
  }

  private void completeness(Request request, String code) {
    channels.answer(
        request,
        "is_complete_reply",
        JsonObject.builder().put("status", cells.completeness(code)).put("indent", "").build());
  }

  private void complete(Request request, Cursor cursor) {
    CellShell.Completions found = cells.completions(cursor.code(), cursor.at());
    channels.answer(
        request,
        "complete_reply",
        Contents.ok()
            .put("matches", Contents.texts(found.texts()))
            .put("cursor_start", cursor.position(found.from()))
            .put("cursor_end", cursor.position(cursor.at()))
            .put("metadata", JsonObject.EMPTY)
            .build());
  }

  private void inspect(Request request, Cursor cursor) {
    String text = cells.documentation(cursor.code(), cursor.at());
    channels.answer(
        request,
        "inspect_reply",
        Contents.valued(Contents.ok().put("found", !text.isEmpty()), text));
  }
}
