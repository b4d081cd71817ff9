/// The frames between a worker and its controller.
@NullMarked
package dev.manta.internal.wire;

import org.jspecify.annotations.NullMarked;
