/// Scripts that were written for Ray Train, run as they are.
@NullMarked
package dev.manta.python.ray;

import org.jspecify.annotations.NullMarked;
