/// What went wrong and whose turn it is.
@NullMarked
package dev.manta.error;

import org.jspecify.annotations.NullMarked;
