package dev.manta.error;

/// What kind of thing went wrong, and so whose turn it is to act.
public enum ErrorCode {
  /// The user's program or configuration is wrong.
  USER,
  /// The machines do not offer what was asked for, or went away.
  CLUSTER,
  /// Storage refused, is full, or holds something damaged.
  STORAGE,
  /// A defect of Manta itself.
  MANTA
}
