@NullMarked
package dev.manta.cluster.head;

import org.jspecify.annotations.NullMarked;
