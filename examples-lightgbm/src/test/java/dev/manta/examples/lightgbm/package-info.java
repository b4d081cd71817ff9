@NullMarked
package dev.manta.examples.lightgbm;

import org.jspecify.annotations.NullMarked;
