/// Spark's data frames as datasets.
@NullMarked
package dev.manta.spark;

import org.jspecify.annotations.NullMarked;
