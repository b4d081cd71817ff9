@NullMarked
package dev.manta.cluster.desk;

import org.jspecify.annotations.NullMarked;
