package dev.manta.cli.notebook;

import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.util.Objects;

/// What a notebook is told of this kernel.
final class KernelDescription {
  private KernelDescription() {}

  static JsonObject content() {
    String version =
        Objects.requireNonNullElse(
            KernelDescription.class.getPackage().getImplementationVersion(), "development");
    return JsonObject.builder()
        .put("status", "ok")
        .put("protocol_version", Message.VERSION)
        .put("implementation", "manta")
        .put("implementation_version", version)
        .put("banner", "Manta " + version + " on Java " + Runtime.version().feature())
        .put("help_links", JsonArray.of())
        .put("language_info", language())
        .build();
  }

  private static JsonObject language() {
    return JsonObject.builder()
        .put("name", "java")
        .put("version", String.valueOf(Runtime.version().feature()))
        .put("mimetype", "text/x-java-source")
        .put("file_extension", ".jshell")
        .put("pygments_lexer", "java")
        .put("codemirror_mode", "text/x-java")
        .build();
  }
}
