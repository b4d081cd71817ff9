package dev.manta.internal.link;

import java.util.Set;

/// The prints of the certificates that the other end of a connection may show.
public sealed interface PeerPrints {
  /// Whether a certificate with this print is taken.
  boolean take(String print);

  /// One of these, which were told over a connection that is trusted.
  static PeerPrints of(Set<String> prints) {
    return new Known(prints);
  }

  /// Any: whoever takes any must ask for a proof afterwards that covers both prints.
  static PeerPrints any() {
    return new Any();
  }

  /// Those that were told.
  record Known(Set<String> prints) implements PeerPrints {
    public Known {
      prints = Set.copyOf(prints);
    }

    @Override
    public boolean take(String print) {
      return prints.contains(print);
    }
  }

  /// All.
  record Any() implements PeerPrints {
    @Override
    public boolean take(String print) {
      return true;
    }
  }
}
