@NullMarked
package dev.manta.internal.journal;

import org.jspecify.annotations.NullMarked;
