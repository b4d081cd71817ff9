/// Histories of clusters: nodes, links, heads and drivers in virtual time.
@NullMarked
package dev.manta.it.cluster;

import org.jspecify.annotations.NullMarked;
