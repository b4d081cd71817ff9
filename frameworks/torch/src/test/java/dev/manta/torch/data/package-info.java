@NullMarked
package dev.manta.torch.data;

import org.jspecify.annotations.NullMarked;
