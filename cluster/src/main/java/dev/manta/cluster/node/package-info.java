/// A node: workers of any run on this machine, for drivers elsewhere.
@NullMarked
package dev.manta.cluster.node;

import org.jspecify.annotations.NullMarked;
