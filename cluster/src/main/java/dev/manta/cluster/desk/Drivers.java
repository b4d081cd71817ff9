package dev.manta.cluster.desk;

import dev.manta.internal.head.ToHead;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Drivers that a head has heard of: which link is theirs, and what they have said last.
final class Drivers {
  /// Somebody at the other end of a link.
  ///
  /// @param who in words
  record Driver(long session, String print, String who) {}

  /// A driver and its newest claim.
  record Claimed(Driver driver, ToHead.Claims claims) {}

  private static final int WORDS_MAX = 10_000;

  /// Links come and go, and nobody says when: the oldest words are forgotten.
  private final Map<Long, String> words =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
          return size() > WORDS_MAX;
        }
      };

  private final Map<String, Claimed> claimed = new HashMap<>();

  void hello(long session, ToHead.Hello hello) {
    words.put(session, hello.who());
  }

  /// Says whether this driver is another one than before, or calls for the first time.
  boolean claims(HeadHears.Said said, ToHead.Claims claims) {
    String who = words.getOrDefault(said.session(), "");
    var driver = new Driver(said.session(), said.print(), who);
    Claimed before = claimed.put(claims.demand().run(), new Claimed(driver, claims));
    return before == null || !before.driver().equals(driver);
  }

  void forget(String run) {
    claimed.remove(run);
  }

  Optional<Driver> of(String run) {
    return Optional.ofNullable(claimed.get(run)).map(Claimed::driver);
  }

  /// What every driver has said last.
  Map<String, Claimed> all() {
    return Map.copyOf(claimed);
  }
}
