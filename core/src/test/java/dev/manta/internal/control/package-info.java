@NullMarked
package dev.manta.internal.control;

import org.jspecify.annotations.NullMarked;
