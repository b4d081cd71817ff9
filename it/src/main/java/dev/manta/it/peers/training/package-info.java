/// Training set-ups against PyTorch in one Python process.
@NullMarked
package dev.manta.it.peers.training;

import org.jspecify.annotations.NullMarked;
