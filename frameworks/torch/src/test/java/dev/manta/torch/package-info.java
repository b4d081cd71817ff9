@NullMarked
package dev.manta.torch;

import org.jspecify.annotations.NullMarked;
