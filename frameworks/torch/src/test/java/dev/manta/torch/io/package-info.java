@NullMarked
package dev.manta.torch.io;

import org.jspecify.annotations.NullMarked;
