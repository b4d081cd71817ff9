@NullMarked
package dev.manta.error;

import org.jspecify.annotations.NullMarked;
