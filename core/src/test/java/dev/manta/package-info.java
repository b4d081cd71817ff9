@NullMarked
package dev.manta;

import org.jspecify.annotations.NullMarked;
