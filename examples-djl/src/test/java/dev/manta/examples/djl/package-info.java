@NullMarked
package dev.manta.examples.djl;

import org.jspecify.annotations.NullMarked;
