/// Collective operations between the ranks of a group: one port, several transports, one order of
/// reduction.
@NullMarked
package dev.manta.collective;

import org.jspecify.annotations.NullMarked;
