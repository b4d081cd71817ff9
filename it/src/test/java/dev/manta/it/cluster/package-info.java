@NullMarked
package dev.manta.it.cluster;

import org.jspecify.annotations.NullMarked;
