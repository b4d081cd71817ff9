package dev.manta.xgboost.internal.booster;

/// What a model gives for rows.
///
/// @param values those of one row after the other
/// @param width how many there are for each row
@SuppressWarnings("ArrayRecordComponent") // handed on at once
public record Answers(float[] values, int width) {}
