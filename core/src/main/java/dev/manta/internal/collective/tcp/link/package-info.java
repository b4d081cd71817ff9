/// Links between the members of a group: who listens, who calls, how each proves who it is, and
/// what protects the bytes.
@NullMarked
package dev.manta.internal.collective.tcp.link;

import org.jspecify.annotations.NullMarked;
