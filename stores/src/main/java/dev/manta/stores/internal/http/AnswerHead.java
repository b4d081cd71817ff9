package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The status and the headers of an answer.
///
/// @param persistent whether the server takes another request on the same connection
record AnswerHead(int statusCode, HttpHeaders headers, boolean persistent)
    implements HttpResponse.ResponseInfo {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.([01]) (\\d{3})(?: .*)?");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final int BYTES_MAX = 256 << 10;

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }

  /// The next one that is final: what a server says to keep others waiting is passed over.
  static AnswerHead read(Connection from) throws IOException {
    while (true) {
      AnswerHead head = readOne(from);
      if (head.statusCode() >= 200) {
        return head;
      }
    }
  }

  private static AnswerHead readOne(Connection from) throws IOException {
    var lines = new Lines(from);
    Matcher status = STATUS.matcher(lines.next());
    if (!status.matches()) {
      throw new ProtocolException("the answer is not one of HTTP/1.1");
    }
    Map<String, List<String>> fields = new TreeMap<>();
    for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
      int colon = line.indexOf(':');
      if (colon <= 0) {
        throw new ProtocolException("a header of the answer has no name");
      }
      String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      fields.computeIfAbsent(name, _ -> new ArrayList<>()).add(line.substring(colon + 1).strip());
    }
    HttpHeaders headers = HttpHeaders.of(fields, (_, _) -> true);
    String connection = headers.firstValue("connection").orElse("").toLowerCase(Locale.ROOT);
    boolean lasts = status.group(1).equals("1") && !connection.contains("close");
    return new AnswerHead(Integer.parseInt(status.group(2)), headers, lasts);
  }

  boolean isChunked() {
    return headers
        .firstValue("transfer-encoding")
        .orElse("")
        .toLowerCase(Locale.ROOT)
        .endsWith("chunked");
  }

  /// How many bytes follow; empty where the end of the connection says that.
  OptionalLong length() throws IOException {
    List<String> said = headers.allValues("content-length");
    if (said.isEmpty()) {
      return OptionalLong.empty();
    }
    String first = said.getFirst();
    if (!LENGTH.matcher(first).matches() || said.stream().anyMatch(each -> !each.equals(first))) {
      throw new ProtocolException("the answer's length makes no sense");
    }
    return OptionalLong.of(Long.parseLong(first));
  }

  /// Lines of a limited length in all.
  static final class Lines {
    private final Connection from;
    private int bytes;

    Lines(Connection from) {
      this.from = from;
    }

    String next() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = from.next(); next != '\n'; next = from.next()) {
        if (++bytes > BYTES_MAX) {
          throw new ProtocolException("the headers of the answer are too long");
        }
        line.append((char) next);
      }
      int end = line.length();
      return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }
  }
}
