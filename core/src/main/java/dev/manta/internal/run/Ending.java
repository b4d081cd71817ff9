package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.train.RunStatus;

/// How the run will end once its workers are gone and its validations done.
public record Ending(RunStatus status, ErrorCode code, String reason) {}
