/// The collectives over sockets: between hosts, and between processes of one host when asked for.
///
/// Start reading at [TcpEngine] (what a group can do), [LinkPump] (how bytes move) and
/// [dev.manta.internal.collective.tcp.link.GroupListener] (how two processes find and trust each
/// other).
@NullMarked
package dev.manta.internal.collective.tcp;

import org.jspecify.annotations.NullMarked;
