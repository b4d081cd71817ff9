package dev.manta.djl.internal.train;

import ai.djl.ndarray.NDArray;

/// One array that an optimizer keeps for one parameter, such as a mean of its gradients.
///
/// @param name `means.01Linear_weight`
record OptimizerSlot(String name, NDArray array) {}
