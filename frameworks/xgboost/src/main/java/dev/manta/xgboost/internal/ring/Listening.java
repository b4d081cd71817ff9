package dev.manta.xgboost.internal.ring;

/// Where XGBoost listens in this process while ranks connect to each other.
///
/// @param port for other ranks
/// @param errorPort for the news that training is over
record Listening(int port, int errorPort) {}
