@NullMarked
package dev.manta.tune.internal.search;

import org.jspecify.annotations.NullMarked;
