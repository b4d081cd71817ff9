package dev.manta.cli.notebook;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where Jupyter wants a kernel to listen, and the key that its messages are signed with.
record ConnectionFile(InetAddress host, Ports ports, byte[] key) {
  /// One for each channel.
  record Ports(int shell, int control, int stdin, int iopub, int heartbeat) {}

  private static final String TCP = "tcp";
  private static final String SCHEME = "hmac-sha256";

  static ConnectionFile read(Path file) throws IOException {
    try {
      return parse(Json.parse(Files.readAllBytes(file)).asObject());
    } catch (JsonException e) {
      throw new IllegalArgumentException(
          "%s is not a connection file of Jupyter: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static ConnectionFile parse(JsonObject said) throws IOException {
    require(said, "transport", TCP);
    require(said, "signature_scheme", SCHEME);
    var ports =
        new Ports(
            said.get("shell_port").asInt(),
            said.get("control_port").asInt(),
            said.get("stdin_port").asInt(),
            said.get("iopub_port").asInt(),
            said.get("hb_port").asInt());
    byte[] key = said.get("key").asText().getBytes(StandardCharsets.UTF_8);
    return new ConnectionFile(InetAddress.getByName(said.get("ip").asText()), ports, key);
  }

  private static void require(JsonObject said, String field, String wanted) {
    String found = said.get(field).asText();
    if (!found.equals(wanted)) {
      throw new JsonException(
          "its %s is %s, where this kernel knows %s only".formatted(field, found, wanted));
    }
  }
}
