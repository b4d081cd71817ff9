package dev.manta.cluster.member;

import dev.manta.internal.link.PinnedTls;
import java.util.Set;
import java.util.function.Supplier;

/// How a daemon takes part.
///
/// @param node the name of its node
/// @param host where other daemons reach it
/// @param candidate whether it may become the head
/// @param prints those of all members, as they are known at that moment
public record MembershipSettings(
    String node,
    String host,
    int port,
    boolean candidate,
    PinnedTls tls,
    Supplier<Set<String>> prints) {}
