/// What daemons say to each other and to drivers, and what follows from it: the account of a node,
/// the reign of a head, the list of members. No threads, no clocks, no connections.
@NullMarked
package dev.manta.cluster.desk;

import org.jspecify.annotations.NullMarked;
