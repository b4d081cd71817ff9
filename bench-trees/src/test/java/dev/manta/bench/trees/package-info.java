@NullMarked
package dev.manta.bench.trees;

import org.jspecify.annotations.NullMarked;
