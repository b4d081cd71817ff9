/// Python as a witness.
@NullMarked
package dev.manta.testkit.python;

import org.jspecify.annotations.NullMarked;
