/// Small programs that train with PyTorch; each is a test.
@NullMarked
package dev.manta.examples.torch;

import org.jspecify.annotations.NullMarked;
