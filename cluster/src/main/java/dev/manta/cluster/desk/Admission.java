package dev.manta.cluster.desk;

import java.util.Optional;
import java.util.Set;

/// Whether a newcomer that has shown its token is let in.
///
/// @param up names of those that are members now
record Admission(MemberList members, Set<String> up) {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";

  /// Why not; empty if it is.
  Optional<String> refusal(Newcomer newcomer) {
    Member wanted = newcomer.member();
    int java = Runtime.version().feature();
    if (!wanted.name().matches(NAME)) {
      return Optional.of(
          "\"%s\" is not a name for a node: letters, digits, dots and hyphens, at most 63"
              .formatted(wanted.name()));
    }
    if (members.banned().contains(wanted.print())) {
      return Optional.of(
          "node %s was forgotten; to let its machine in again, start it with another --data-dir"
              .formatted(wanted.name()));
    }
    if (newcomer.java() != java) {
      return Optional.of(
          "node %s runs on JDK %s and the cluster on JDK %s; workers must be alike"
              .formatted(wanted.name(), newcomer.java(), java));
    }
    return members
        .find(wanted.name())
        .filter(known -> !known.print().equals(wanted.print()) && up.contains(known.name()))
        .map(
            known ->
                "the name %s is taken by the node at %s:%s; choose another one with --name"
                    .formatted(known.name(), known.host(), known.port()));
  }
}
