@NullMarked
package dev.manta.examples.tensorflow;

import org.jspecify.annotations.NullMarked;
