package dev.manta.stores.internal.objects;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a store answered.
///
/// @param unsure whether an earlier try of the same call may have been carried out, and its answer
///   lost
record Answer(int status, HttpHeaders headers, byte[] body, boolean unsure) {
  private static final Pattern RANGE = Pattern.compile("bytes (?:\\d+-\\d+|\\*)/(\\d{1,18})");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  private static final Set<String> SHORTAGES =
      Set.of(
          "InternalError", "SlowDown", "ServiceUnavailable", "RequestTimeout", "OperationAborted");

  boolean isFine() {
    return status / 100 == 2;
  }

  Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /// How many bytes the object has, by its length or by the range that came; empty where neither
  /// was said.
  OptionalLong length() {
    Matcher range = RANGE.matcher(header("content-range").orElse(""));
    if (range.matches()) {
      return OptionalLong.of(Long.parseLong(range.group(1)));
    }
    return status == 200
        ? header("content-length")
            .filter(text -> NUMBER.matcher(text).matches())
            .map(text -> OptionalLong.of(Long.parseLong(text)))
            .orElse(OptionalLong.empty())
        : OptionalLong.empty();
  }

  Answer unsure(boolean is) {
    return new Answer(status, headers, body, is);
  }

  /// A body that says "error" below a status that says "fine" gets the status that it should have.
  /// An object may hold such a text itself.
  static Answer of(Call call, int status, HttpHeaders headers, byte[] body) {
    Answer said = new Answer(status, headers, body, false);
    if (status != 200 || call.isObject() || !said.error().name().equals("Error")) {
      return said;
    }
    int meant = SHORTAGES.contains(said.code()) ? 503 : 400;
    return new Answer(meant, headers, body, false);
  }

  /// The document, which must be there.
  XmlElement xml(String name) throws IOException {
    XmlElement root = XmlReader.read(body);
    if (!root.name().equals(name)) {
      throw new IOException("the store answered with " + root.name() + " in place of " + name);
    }
    return root;
  }

  /// What it says of an error; an empty element where it says nothing.
  XmlElement error() {
    String start = new String(body, 0, Math.min(body.length, 512), StandardCharsets.UTF_8);
    if (!start.contains("<Error")) {
      return XmlElement.NONE;
    }
    try {
      XmlElement root = XmlReader.read(body);
      return root.name().equals("Error") ? root : XmlElement.NONE;
    } catch (IOException e) {
      return XmlElement.NONE;
    }
  }

  /// The error's code, such as `NoSuchKey`; empty where there is none.
  String code() {
    return error().get("Code");
  }
}
