@NullMarked
package dev.manta.lightgbm.internal.boost;

import org.jspecify.annotations.NullMarked;
