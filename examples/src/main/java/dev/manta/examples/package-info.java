/// Small programs to copy.
@NullMarked
package dev.manta.examples;

import org.jspecify.annotations.NullMarked;
