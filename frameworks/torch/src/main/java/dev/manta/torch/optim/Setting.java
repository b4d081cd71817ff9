package dev.manta.torch.optim;

/// What can be set for a group of parameters; each optimizer knows some of them.
public enum Setting {
  LEARNING_RATE,
  WEIGHT_DECAY,
  BETA1,
  BETA2,
  EPSILON,
  MOMENTUM,
  DAMPENING,
  /// How slowly RMSprop forgets.
  ALPHA,
  /// How fast Adagrad's learning rate shrinks.
  LEARNING_RATE_DECAY
}
