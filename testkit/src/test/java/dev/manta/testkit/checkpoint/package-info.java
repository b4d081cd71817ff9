@NullMarked
package dev.manta.testkit.checkpoint;

import org.jspecify.annotations.NullMarked;
