/// Annotations that say where the components of a config record may lie.
@NullMarked
package dev.manta.tune.space;

import org.jspecify.annotations.NullMarked;
