@NullMarked
package dev.manta.internal.loop;

import org.jspecify.annotations.NullMarked;
