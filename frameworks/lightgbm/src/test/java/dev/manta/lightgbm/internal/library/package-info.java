@NullMarked
package dev.manta.lightgbm.internal.library;

import org.jspecify.annotations.NullMarked;
