@NullMarked
package dev.manta.lightgbm;

import org.jspecify.annotations.NullMarked;
