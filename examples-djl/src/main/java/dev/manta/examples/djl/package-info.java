/// Programs that train with Deep Java Library.
@NullMarked
package dev.manta.examples.djl;

import org.jspecify.annotations.NullMarked;
