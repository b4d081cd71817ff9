package dev.manta.train;

/// A report in the history of a run.
///
/// @param rolledBack whether a later attempt has begun again at or before its step
public record HistoryRow(Report report, boolean rolledBack) {}
