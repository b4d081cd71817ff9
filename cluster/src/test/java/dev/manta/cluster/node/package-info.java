@NullMarked
package dev.manta.cluster.node;

import org.jspecify.annotations.NullMarked;
