@NullMarked
package dev.manta.internal.local;

import org.jspecify.annotations.NullMarked;
