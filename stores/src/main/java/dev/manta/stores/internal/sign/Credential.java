package dev.manta.stores.internal.sign;

import java.time.Instant;
import java.util.Optional;

/// What proves to a store who asks. Its text never shows a secret.
public sealed interface Credential {
  /// When it is of no use any more, where that is known.
  default Optional<Instant> ends() {
    return Optional.empty();
  }

  /// A key's name and its secret; with a session token where they were lent.
  record KeyPair(String id, String secret, Optional<String> sessionToken, Optional<Instant> ends)
      implements Credential {
    /// Keys that do not end.
    public static KeyPair of(String id, String secret) {
      return new KeyPair(id, secret, Optional.empty(), Optional.empty());
    }

    @Override
    public String toString() {
      return "KeyPair[" + id + ", ends " + ends.map(Instant::toString).orElse("never") + "]";
    }
  }

  /// A token that is shown as it is.
  record Bearer(String token, Optional<Instant> ends) implements Credential {
    @Override
    public String toString() {
      return "Bearer[ends " + ends.map(Instant::toString).orElse("never") + "]";
    }
  }

  /// Nobody: for public objects.
  record Anonymous() implements Credential {}
}
