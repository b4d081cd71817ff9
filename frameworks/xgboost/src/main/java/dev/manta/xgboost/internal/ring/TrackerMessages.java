package dev.manta.xgboost.internal.ring;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// What XGBoost and its tracker say to each other on one connection: a number at the beginning, and
/// then JSON texts with their lengths before them.
final class TrackerMessages {
  /// Of XGBoost's connection to its tracker.
  private static final int MAGIC = Integer.reverseBytes(0xff99);

  private static final int LENGTH_MAX = 1 << 16;

  private final DataInputStream in;
  private final DataOutputStream out;

  /// Greets who has connected.
  TrackerMessages(Socket socket) throws IOException {
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(MAGIC);
    if (in.readInt() != MAGIC) {
      throw new IOException("who has connected is not XGBoost");
    }
  }

  JsonObject receive() throws IOException {
    int length = Integer.reverseBytes(in.readInt());
    if (length < 0 || length > LENGTH_MAX) {
      throw new IOException("a message of %s bytes is none of XGBoost's".formatted(length));
    }
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw new EOFException("the connection ended within a message");
    }
    return Json.parse(text).asObject();
  }

  void send(JsonObject message) throws IOException {
    byte[] text = message.text().getBytes(StandardCharsets.UTF_8);
    out.writeInt(Integer.reverseBytes(text.length));
    out.write(text);
    out.flush();
  }
}
