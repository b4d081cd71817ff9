@NullMarked
package dev.manta.internal.worker;

import org.jspecify.annotations.NullMarked;
