package dev.manta.internal.worker;

import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.train.Upload;

/// A snapshot that was reported within a step, and is stored at the end of that.
record WaitingSnapshot(LocalCheckpoint snapshot, Moment moment, Upload upload) {}
