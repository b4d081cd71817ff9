@NullMarked
package dev.manta.internal.control.record;

import org.jspecify.annotations.NullMarked;
