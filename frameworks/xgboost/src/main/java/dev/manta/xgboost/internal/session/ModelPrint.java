package dev.manta.xgboost.internal.session;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A few letters that tell models apart.
public final class ModelPrint {
  private static final int LETTERS = 16;

  private ModelPrint() {}

  /// Of a model's bytes.
  public static String of(byte[] model) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(model);
      return HexFormat.of().formatHex(digest).substring(0, LETTERS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK knows SHA-256", e);
    }
  }

  /// Which rank has which.
  public static String told(List<String> prints) {
    return IntStream.range(0, prints.size())
        .mapToObj(rank -> "rank %s has %s".formatted(rank, prints.get(rank)))
        .collect(Collectors.joining(", "));
  }
}
