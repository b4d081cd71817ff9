@NullMarked
package dev.manta.djl;

import org.jspecify.annotations.NullMarked;
