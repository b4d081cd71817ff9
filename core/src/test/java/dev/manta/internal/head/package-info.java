@NullMarked
package dev.manta.internal.head;

import org.jspecify.annotations.NullMarked;
