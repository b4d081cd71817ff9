@NullMarked
package dev.manta.testkit.tune;

import org.jspecify.annotations.NullMarked;
