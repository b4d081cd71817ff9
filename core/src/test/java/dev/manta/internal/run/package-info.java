@NullMarked
package dev.manta.internal.run;

import org.jspecify.annotations.NullMarked;
