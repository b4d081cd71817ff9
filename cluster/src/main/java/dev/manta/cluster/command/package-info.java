/// The commands for clusters: start, status, drain, stop, cluster local.
@NullMarked
package dev.manta.cluster.command;

import org.jspecify.annotations.NullMarked;
