@NullMarked
package dev.manta.bench.search;

import org.jspecify.annotations.NullMarked;
