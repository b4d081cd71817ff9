/// Files that other programs read: safetensors, `.pt`, and checkpoints of whole trainings.
@NullMarked
package dev.manta.torch.io;

import org.jspecify.annotations.NullMarked;
