@NullMarked
package dev.manta.djl.internal.engine;

import org.jspecify.annotations.NullMarked;
