@NullMarked
package dev.manta.internal.lease;

import org.jspecify.annotations.NullMarked;
