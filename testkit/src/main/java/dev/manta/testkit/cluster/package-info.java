/// What every cluster must do.
@NullMarked
package dev.manta.testkit.cluster;

import org.jspecify.annotations.NullMarked;
