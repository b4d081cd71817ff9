@NullMarked
package dev.manta.journal;

import org.jspecify.annotations.NullMarked;
