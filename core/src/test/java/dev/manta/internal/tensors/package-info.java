@NullMarked
package dev.manta.internal.tensors;

import org.jspecify.annotations.NullMarked;
