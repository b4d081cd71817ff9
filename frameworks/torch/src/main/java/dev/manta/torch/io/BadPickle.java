package dev.manta.torch.io;

/// Why a pickle is not read.
final class BadPickle extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadPickle(String why) {
    super(why);
  }
}
