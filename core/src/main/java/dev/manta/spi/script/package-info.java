/// Training functions in other languages, for frameworks that start their interpreters.
@NullMarked
package dev.manta.spi.script;

import org.jspecify.annotations.NullMarked;
