/// Readers fed with bytes that nobody meant: what they may do, and what a fuzzer calls.
@NullMarked
package dev.manta.it.fuzz;

import org.jspecify.annotations.NullMarked;
