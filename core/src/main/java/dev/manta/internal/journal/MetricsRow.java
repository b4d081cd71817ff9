package dev.manta.internal.journal;

import dev.manta.spi.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// One report as it is in the metrics stream.
public record MetricsRow(
    Origin origin,
    long step,
    int epoch,
    Instant at,
    JsonObject metrics,
    Optional<String> checkpoint) {}
