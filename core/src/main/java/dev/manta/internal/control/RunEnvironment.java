package dev.manta.internal.control;

import dev.manta.cluster.Cluster;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.control.record.ControlRecords;
import dev.manta.internal.control.record.StorageRetry;
import java.time.Clock;
import java.util.concurrent.Executor;

/// What a run acts on, real or simulated.
///
/// @param beside runs what takes time, so that the loop does not wait
/// @param retry how storage is tried again
public record RunEnvironment(
    Cluster cluster,
    CheckpointStore checkpoints,
    ReportStore reports,
    ControlRecords records,
    EventQueue post,
    Executor beside,
    Clock clock,
    StorageRetry retry) {}
