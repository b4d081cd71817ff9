@NullMarked
package dev.manta.lightgbm.internal.start;

import org.jspecify.annotations.NullMarked;
