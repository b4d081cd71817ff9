package dev.manta.internal.control;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How workers reach each other in collectives. That holds the secrets of their groups, so the
/// run's records have prints in its place: what a print stands for is known to this process only.
/// Workers say it again to the next controller, and the same offer has the same print.
final class GroupOffers {
  private static final String PRINT = "print:";

  /// What a worker offered last.
  private record Known(String print, String offer) {}

  private final Map<String, Known> byWorker = new ConcurrentHashMap<>();

  /// Keeps what a worker offers and returns its print; nothing has none.
  String keep(String worker, String offer) {
    if (offer.isEmpty()) {
      return offer;
    }
    String print = PRINT + sha256(offer);
    byWorker.put(worker, new Known(print, offer));
    return print;
  }

  /// What the prints stand for.
  List<String> of(List<String> prints) {
    return prints.stream().map(this::of).toList();
  }

  /// Records of earlier versions have the offer itself.
  private String of(String print) {
    return byWorker.values().stream()
        .filter(known -> known.print().equals(print))
        .map(Known::offer)
        .findFirst()
        .orElse(print);
  }

  private static String sha256(String offer) {
    try {
      byte[] bytes = offer.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
