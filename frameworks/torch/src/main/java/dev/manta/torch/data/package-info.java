/// Batches of tensors: datasets, and a loader that reads ahead and gives each rank its rows.
@NullMarked
package dev.manta.torch.data;

import org.jspecify.annotations.NullMarked;
