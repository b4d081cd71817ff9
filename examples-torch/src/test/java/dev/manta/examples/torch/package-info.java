@NullMarked
package dev.manta.examples.torch;

import org.jspecify.annotations.NullMarked;
