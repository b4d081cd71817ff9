package dev.manta.internal.console;

import dev.manta.train.RunStatus;
import java.util.Optional;

/// How a run ended, for its last lines.
///
/// @param status how it ended
/// @param error why, in one sentence or more, if it failed
/// @param directory where the results are
/// @param reference what a user types to name the run: its name, or its path
/// @param best the best checkpoint's name, with its score
/// @param latest the latest checkpoint's name
/// @param instead what a user must do to resume the run, where the same command would begin another
///   one
public record RunSummary(
    RunStatus status,
    Optional<String> error,
    String directory,
    String reference,
    Optional<String> best,
    Optional<String> latest,
    Optional<String> instead) {}
