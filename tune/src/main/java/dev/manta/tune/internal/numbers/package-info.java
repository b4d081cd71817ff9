/// Numerical methods and random numbers that searchers use.
@NullMarked
package dev.manta.tune.internal.numbers;

import org.jspecify.annotations.NullMarked;
