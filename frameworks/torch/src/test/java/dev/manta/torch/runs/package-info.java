/// Training functions in real worker processes.
@NullMarked
package dev.manta.torch.runs;

import org.jspecify.annotations.NullMarked;
