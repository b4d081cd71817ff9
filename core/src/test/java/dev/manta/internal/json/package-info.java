@NullMarked
package dev.manta.internal.json;

import org.jspecify.annotations.NullMarked;
