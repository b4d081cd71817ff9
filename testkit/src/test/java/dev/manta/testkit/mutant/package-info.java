@NullMarked
package dev.manta.testkit.mutant;

import org.jspecify.annotations.NullMarked;
