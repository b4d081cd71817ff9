package dev.manta.bench;

/// Whether a bar was met.
public enum Met {
  YES,
  NO,
  /// It was missed while the machine's own speed varied, so nothing was shown.
  NOISY,
  /// It is relative to a peer that is not installed or did not run.
  PEER_MISSING
}
