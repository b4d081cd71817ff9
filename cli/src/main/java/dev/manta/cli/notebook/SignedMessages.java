package dev.manta.cli.notebook;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Messages as the parts that travel, with a signature that only who has the key can make.
final class SignedMessages {
  private static final byte[] DELIMITER = "<IDS|MSG>".getBytes(StandardCharsets.US_ASCII);
  private static final String ALGORITHM = "HmacSHA256";
  private static final int JSON_PARTS = 4;

  private final byte[] key;

  /// @param key empty where nothing is signed
  SignedMessages(byte[] key) {
    this.key = key.clone();
  }

  /// A message that somebody with the key has sent, and that says what it is; empty for anything
  /// else.
  Optional<Message> read(List<byte[]> parts) {
    int delimiter = delimiter(parts);
    int first = delimiter + 2;
    if (delimiter < 0 || parts.size() < first + JSON_PARTS) {
      return Optional.empty();
    }
    List<byte[]> json = parts.subList(first, first + JSON_PARTS);
    byte[] signature = parts.get(delimiter + 1);
    return MessageDigest.isEqual(signature, sign(json))
        ? parse(parts.subList(0, delimiter), json)
        : Optional.empty();
  }

  private static int delimiter(List<byte[]> parts) {
    for (int i = 0; i < parts.size(); i++) {
      if (Arrays.equals(parts.get(i), DELIMITER)) {
        return i;
      }
    }
    return -1;
  }

  private static Optional<Message> parse(List<byte[]> route, List<byte[]> json) {
    try {
      JsonObject header = Json.parse(json.get(0)).asObject();
      JsonObject parent = Json.parse(json.get(1)).asObject();
      var message = new Message(route, header, parent, Json.parse(json.get(3)).asObject());
      return message.hasType() ? Optional.of(message) : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  List<byte[]> write(Message message) {
    List<byte[]> json =
        List.of(
            message.header().bytes(),
            message.parent().bytes(),
            JsonObject.EMPTY.bytes(),
            message.content().bytes());
    List<byte[]> parts = new ArrayList<>(message.route());
    parts.add(DELIMITER);
    parts.add(sign(json));
    parts.addAll(json);
    return parts;
  }

  private byte[] sign(List<byte[]> json) {
    if (key.length == 0) {
      return new byte[0];
    }
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      json.forEach(mac::update);
      return HexFormat.of().formatHex(mac.doFinal()).getBytes(StandardCharsets.US_ASCII);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
