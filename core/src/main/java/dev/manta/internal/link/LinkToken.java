package dev.manta.internal.link;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What lets somebody in: a secret that is proven and never sent, and the print of the certificate
/// at the other end, so that there is no first contact to intercept.
public record LinkToken(Kind kind, String secret, String print) {
  /// What a token is good for.
  public enum Kind {
    /// To join as a node.
    JOIN(1),
    /// To run code as a user.
    USER(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    /// What it is on the wire, where 0 is not a token.
    int code() {
      return code;
    }

    static Optional<Kind> of(int code) throws LinkViolation {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return Optional.of(kind);
        }
      }
      if (code != 0) {
        throw new LinkViolation("it shows a token of kind " + code);
      }
      return Optional.empty();
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int SECRET_BYTES = 32;
  private static final Pattern FORM =
      Pattern.compile("manta-(join|user)\\.([0-9a-f]{64})\\.([0-9a-f]{64})");
  private static final SecureRandom RANDOM = new SecureRandom();

  /// A new one for an end with this print.
  public static LinkToken create(Kind kind, String print) {
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(secret);
    return new LinkToken(kind, HexFormat.of().formatHex(secret), print);
  }

  /// Reads what [#text] wrote; what is wrong is said without the secret.
  public static LinkToken parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "this is not a token: it should be one line that begins with manta-join or manta-user,"
              + " as the head has written it");
    }
    Kind kind = Kind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
    return new LinkToken(kind, matcher.group(2), matcher.group(3));
  }

  /// One line, which is all that somebody needs.
  public String text() {
    return "manta-" + kind.word() + "." + secret + "." + print;
  }

  byte[] key() {
    return HexFormat.of().parseHex(secret);
  }

  @Override
  public String toString() {
    return "a " + kind.word() + " token for " + print.substring(0, Math.min(8, print.length()));
  }
}
