@NullMarked
package dev.manta.torch.internal.cuda;

import org.jspecify.annotations.NullMarked;
