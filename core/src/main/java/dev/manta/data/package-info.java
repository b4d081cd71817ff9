/// Datasets: what they are made of, where they come from, how a rank takes its part.
@NullMarked
package dev.manta.data;

import org.jspecify.annotations.NullMarked;
