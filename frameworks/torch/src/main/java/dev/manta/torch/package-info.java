/// PyTorch for Manta: the front door.
@NullMarked
package dev.manta.torch;

import org.jspecify.annotations.NullMarked;
