/// How values of domains and numbers of searchers are turned into each other.
@NullMarked
package dev.manta.tune.internal.space;

import org.jspecify.annotations.NullMarked;
