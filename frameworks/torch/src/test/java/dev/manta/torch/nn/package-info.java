@NullMarked
package dev.manta.torch.nn;

import org.jspecify.annotations.NullMarked;
