@NullMarked
package dev.manta.tune.internal.drive;

import org.jspecify.annotations.NullMarked;
