package dev.manta.bench.stores;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A connection to a server of HTTP/1.1 that does no more than it must; one thread uses it.
final class RawConnection implements AutoCloseable {
  private static final int BUFFER = 1 << 18;
  private static final int TEXT_MAX = 1 << 16;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER];
  private final Map<String, String> headers = new TreeMap<>();

  RawConnection(URI server) throws IOException {
    socket = new Socket(server.getHost(), server.getPort());
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    out = socket.getOutputStream();
  }

  /// Takes the bytes of an answer as they come.
  interface Sink {
    void accept(byte[] bytes, int length) throws IOException;
  }

  /// Sends a request; the beginning of what comes back, which is read to its end.
  String send(RawCall call, byte[] body) throws IOException {
    return send(call, body, (_, _) -> {});
  }

  /// The same, with what comes back handed on.
  String send(RawCall call, byte[] body, Sink to) throws IOException {
    out.write(call.head(body.length));
    out.write(body);
    out.flush();
    String status = line();
    readHeaders();
    String said = header("transfer-encoding").isEmpty() ? sized(to) : chunked(to);
    if (!status.contains(" 20")) {
      throw new IOException(call + " was answered by " + status + ": " + said);
    }
    return said;
  }

  /// A header of the last answer; empty where it had none.
  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  private void readHeaders() throws IOException {
    headers.clear();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] words = line.split(":", 2);
      headers.put(words[0].toLowerCase(Locale.ROOT), words[1].strip());
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private String sized(Sink to) throws IOException {
    String length = header("content-length");
    return bytes(length.isEmpty() ? 0 : Long.parseLong(length), to);
  }

  private String chunked(Sink to) throws IOException {
    StringBuilder said = new StringBuilder();
    while (true) {
      long size = Long.parseLong(line().split(";", 2)[0], 16);
      said.append(bytes(size, to));
      line();
      if (size == 0) {
        return said.toString();
      }
    }
  }

  /// Reads so many bytes, and keeps the text of short ones.
  private String bytes(long count, Sink to) throws IOException {
    StringBuilder text = new StringBuilder();
    for (long done = 0; done < count; ) {
      int length = in.read(buffer, 0, (int) Math.min(buffer.length, count - done));
      if (length < 0) {
        throw new EOFException();
      }
      done += length;
      to.accept(buffer, length);
      if (count <= TEXT_MAX) {
        text.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
      }
    }
    return text.toString();
  }

  /// The text of an element in a document.
  static String element(String name, String document) throws IOException {
    Matcher found = Pattern.compile("<" + name + ">([^<]*)<").matcher(document);
    if (!found.find()) {
      throw new IOException("no " + name + " in " + document);
    }
    return found.group(1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
