@NullMarked
package dev.manta.internal.logs;

import org.jspecify.annotations.NullMarked;
