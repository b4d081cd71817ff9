/// The contracts of every searcher and scheduler.
@NullMarked
package dev.manta.testkit.tune;

import org.jspecify.annotations.NullMarked;
