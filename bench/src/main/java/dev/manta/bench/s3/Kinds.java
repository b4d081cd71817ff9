package dev.manta.bench.s3;

/// Names of requests as a store's bill has them.
final class Kinds {
  private Kinds() {}

  /// The kind of the request with this head.
  static String of(String head) {
    String[] words = head.split(" ", 3);
    String query = words[1].contains("?") ? words[1].substring(words[1].indexOf('?')) : "";
    return words[0] + what(words[0], query);
  }

  private static String what(String method, String query) {
    if (query.contains("list-type")) {
      return " list";
    }
    if (query.contains("uploadId=")) {
      return method.equals("PUT") ? " part" : method.equals("POST") ? " complete" : " abort";
    }
    return query.contains("uploads") ? " upload" : query.contains("delete") ? " delete" : "";
  }
}
