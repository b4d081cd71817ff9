/// Deep Java Library over the workers of a run.
@NullMarked
package dev.manta.djl;

import org.jspecify.annotations.NullMarked;
