@NullMarked
package dev.manta.testkit.journal;

import org.jspecify.annotations.NullMarked;
