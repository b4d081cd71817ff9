@NullMarked
package dev.manta.internal.code;

import org.jspecify.annotations.NullMarked;
