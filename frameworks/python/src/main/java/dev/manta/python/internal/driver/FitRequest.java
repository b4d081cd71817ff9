package dev.manta.python.internal.driver;

import dev.manta.spi.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a driver says of a run, in the words of its own library.
///
/// @param script the file whose function ranks call
/// @param config what the function gets
/// @param name the run's name
/// @param storage where its directory lies; empty for Manta's default
/// @param workers the least and the greatest number
/// @param perWorker amounts of `CPU`, `GPU` and `memory`
/// @param placement how workers are laid over nodes
/// @param labels that nodes must carry
/// @param accelerator a word in the name of the GPUs that are meant
/// @param retries how many failures the run survives; any number below 0
/// @param keep how many checkpoints are kept; empty for all
/// @param score the metric that ranks them
/// @param order `max` or `min`
/// @param environment variables of ranks
/// @param directory the one that ranks begin in; empty for the driver's
/// @param quiet whether nothing is printed
record FitRequest(
    String script,
    String function,
    Json config,
    String name,
    Optional<String> storage,
    List<Integer> workers,
    Map<String, Double> perWorker,
    String placement,
    Map<String, String> labels,
    Optional<String> accelerator,
    int retries,
    Optional<Integer> keep,
    Optional<String> score,
    String order,
    Map<String, String> environment,
    Optional<String> directory,
    boolean quiet) {}
