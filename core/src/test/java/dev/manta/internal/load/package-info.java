@NullMarked
package dev.manta.internal.load;

import org.jspecify.annotations.NullMarked;
