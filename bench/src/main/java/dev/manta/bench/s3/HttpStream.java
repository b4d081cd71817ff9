package dev.manta.bench.s3;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// One end of a connection of HTTP/1.1: messages are read from it and passed on as they come.
final class HttpStream {
  private static final int HEAD_MAX = 1 << 16;
  private static final int BUFFER = 1 << 16;
  private static final double NANOS = 1e9;

  private final InputStream in;
  private final OutputStream out;
  private final long bytesPerSecond;

  HttpStream(Socket socket, long bytesPerSecond) throws IOException {
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER);
    this.out = socket.getOutputStream();
    this.bytesPerSecond = bytesPerSecond;
  }

  /// The next message's first line and headers with the empty line behind them; empty at the end.
  String head() throws IOException {
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

  /// Passes a message on whose head was read; how many bytes its body has.
  ///
  /// @param mayHaveBody false for the answer to HEAD
  long pass(String head, boolean mayHaveBody, HttpStream to)
      throws IOException, InterruptedException {
    if (head.isEmpty()) {
      throw new EOFException();
    }
    to.out.write(head.getBytes(StandardCharsets.ISO_8859_1));
    if (!mayHaveBody || head.startsWith("HTTP/1.1 204") || head.startsWith("HTTP/1.1 304")) {
      return 0;
    }
    return header(head, "transfer-encoding").isPresent()
        ? chunks(to)
        : bytes(header(head, "content-length").map(Long::parseLong).orElse(0L), to);
  }

  private static Optional<String> header(String head, String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  private long chunks(HttpStream to) throws IOException, InterruptedException {
    long all = 0;
    while (true) {
      String line = line();
      to.out.write(line.getBytes(StandardCharsets.ISO_8859_1));
      int size = Integer.parseInt(line.split(";", 2)[0].strip(), 16);
      all += bytes(size, to);
      to.out.write(line().getBytes(StandardCharsets.ISO_8859_1));
      if (size == 0) {
        return all;
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      line.append((char) next);
      if (next == '\n') {
        return line.toString();
      }
    }
    throw new EOFException();
  }

  private long bytes(long count, HttpStream to) throws IOException, InterruptedException {
    byte[] buffer = new byte[(int) Math.min(count, BUFFER)];
    long began = System.nanoTime();
    for (long done = 0; done < count; ) {
      int length = in.read(buffer, 0, (int) Math.min(buffer.length, count - done));
      if (length < 0) {
        throw new EOFException();
      }
      to.out.write(buffer, 0, length);
      done += length;
      awaitTurn(began, done);
    }
    return count;
  }

  private void awaitTurn(long began, long done) throws InterruptedException {
    if (bytesPerSecond > 0) {
      long due = began + (long) (NANOS * done / bytesPerSecond);
      Thread.sleep(Math.max(0, due - System.nanoTime()) / 1_000_000);
    }
  }
}
