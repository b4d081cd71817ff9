/// Training scripts in Python: a rank is an interpreter, and no JVM beside it.
@NullMarked
package dev.manta.python;

import org.jspecify.annotations.NullMarked;
