package dev.manta.tune;

/// What a scheduler wants done with one trial.
///
/// @param trial the number of the trial
/// @param verdict what is to be done
public record Decision(int trial, Verdict verdict) {}
