@NullMarked
package dev.manta.testkit.sim;

import org.jspecify.annotations.NullMarked;
