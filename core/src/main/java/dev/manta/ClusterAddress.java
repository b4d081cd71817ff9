package dev.manta;

import dev.manta.cluster.Cluster;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.head.HeadVariables;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.remote.RemoteCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Where a cluster's head is called, and the token that this user shows there.
record ClusterAddress(String head, LinkToken token) {
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(15);

  /// A cluster, and where it keeps runs that do not say otherwise; empty is nowhere.
  record Opened(Cluster cluster, Optional<String> storage) {}

  /// The one that a program names, or else the one that the environment names; empty for this
  /// machine.
  static Optional<ClusterAddress> of(Optional<String> named, Map<String, String> environment) {
    var variables = new HeadVariables(environment);
    return named
        .or(variables::address)
        .map(head -> new ClusterAddress(head, user(head, variables.token())));
  }

  private static LinkToken user(String head, LinkToken token) {
    if (token.kind() != LinkToken.Kind.USER) {
      throw new MantaException(
          ErrorCode.USER,
          "the token for %s is one for nodes that join; a program needs the user token"
              .formatted(head));
    }
    return token;
  }

  /// Where the cluster keeps runs that do not say otherwise; empty is nowhere.
  Optional<String> storage() {
    Opened opened = open(_ -> {});
    try (Cluster _ = opened.cluster()) {
      return opened.storage();
    }
  }

  /// Calls the head.
  ///
  /// @param say tells a person what takes long
  Opened open(Consumer<String> say) {
    PinnedTls tls = PinnedTls.ofProcess();
    HeadLink link = HeadLink.call(HeadAddress.parse(head, token.print()), token, tls, say);
    try {
      link.connected(FIRST_ANSWER);
    } catch (MantaException e) {
      link.close();
      throw e;
    }
    Optional<String> storage = Optional.of(link.storage()).filter(at -> !at.isEmpty());
    return new Opened(new RemoteCluster(link, tls, LinkTerms.DEFAULT, say), storage);
  }
}
