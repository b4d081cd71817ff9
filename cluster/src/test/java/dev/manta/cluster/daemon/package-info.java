@NullMarked
package dev.manta.cluster.daemon;

import org.jspecify.annotations.NullMarked;
