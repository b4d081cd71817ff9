/// The contract of collectives, a plain reference for them, and random programs.
@NullMarked
package dev.manta.testkit.collective;

import org.jspecify.annotations.NullMarked;
