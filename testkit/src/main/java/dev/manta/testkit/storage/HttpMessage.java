package dev.manta.testkit.storage;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A call or an answer of HTTP/1.1, whole in memory; chunks are joined.
///
/// @param head its first line and its headers, with the empty line behind them
record HttpMessage(String head, byte[] body) {
  private static final int HEAD_MAX = 1 << 16;

  /// The next message; null at the end of the stream.
  ///
  /// @param method that it answers, or empty for a call
  static @Nullable HttpMessage read(InputStream in, String method) throws IOException {
    String head = head(in);
    if (head.isEmpty()) {
      return null;
    }
    HttpMessage bare = new HttpMessage(head, new byte[0]);
    if (method.equals("HEAD")
        || head.startsWith("HTTP/1.1 204")
        || head.startsWith("HTTP/1.1 304")) {
      return bare;
    }
    if (bare.header("transfer-encoding").isPresent()) {
      byte[] joined = chunks(in);
      String plain = head.replaceAll("(?im)^transfer-encoding:.*\r\n", "");
      String end = "Content-Length: " + joined.length + "\r\n\r\n";
      return new HttpMessage(plain.substring(0, plain.length() - 2) + end, joined);
    }
    int length = bare.header("content-length").map(Integer::parseInt).orElse(0);
    return new HttpMessage(head, exactly(in, length));
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < HEAD_MAX) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
      if (next == '\n' && head.length() > 3 && head.charAt(head.length() - 3) == '\n') {
        return head.toString();
      }
    }
    throw new IOException("headers without an end");
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
      joined.writeBytes(exactly(in, size));
      line(in);
      if (size == 0) {
        return joined.toByteArray();
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return line.toString();
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  Optional<String> header(String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  String method() {
    return head.substring(0, head.indexOf(' '));
  }

  /// What this call asks for, as it stands in its first line, without what is behind a question
  /// mark.
  String path() {
    return head.split(" ", 3)[1].split("\\?", 2)[0];
  }

  /// Whether this call completes an upload in parts.
  boolean isCompletion() {
    String first = head.lines().findFirst().orElse("");
    return first.startsWith("POST") && first.contains("uploadId=");
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    out.write(body);
    out.flush();
  }

  /// With half of the body, or of the head where there is no body.
  void writeHalfTo(OutputStream out) throws IOException {
    byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
    out.write(first, 0, body.length == 0 ? first.length / 2 : first.length);
    out.write(body, 0, body.length / 2);
    out.flush();
  }
}
