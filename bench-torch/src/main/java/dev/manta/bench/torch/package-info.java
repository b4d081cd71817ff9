/// Benchmarks of training with PyTorch, against torchrun and Ray Train.
@NullMarked
package dev.manta.bench.torch;

import org.jspecify.annotations.NullMarked;
