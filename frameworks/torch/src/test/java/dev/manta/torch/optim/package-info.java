@NullMarked
package dev.manta.torch.optim;

import org.jspecify.annotations.NullMarked;
