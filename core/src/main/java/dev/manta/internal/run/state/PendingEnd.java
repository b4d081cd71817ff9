package dev.manta.internal.run.state;

import dev.manta.error.ErrorCode;
import dev.manta.train.RunStatus;

/// How the run will end once its workers are gone and its validations done.
public record PendingEnd(RunStatus status, ErrorCode code, String reason) {}
