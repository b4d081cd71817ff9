/// Whole runs in virtual time: seeded misfortune, and the rules that must hold all the same.
@NullMarked
package dev.manta.testkit.sim;

import org.jspecify.annotations.NullMarked;
