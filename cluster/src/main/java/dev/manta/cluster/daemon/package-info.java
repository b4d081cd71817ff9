/// The daemon of a machine: its data directory, its listener, its desks, how it joins and leaves.
@NullMarked
package dev.manta.cluster.daemon;

import org.jspecify.annotations.NullMarked;
