/// Trained models as files: in checkpoints, and as SavedModels.
@NullMarked
package dev.manta.tensorflow.internal.model;

import org.jspecify.annotations.NullMarked;
