package dev.manta.python.internal.driver;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.python.PythonTrainer;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import dev.manta.train.Upload;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A call that trains: a function of a file runs on ranks, as the driver's configs say.
final class FitCall implements DriverCall {
  private final FitRequest request;
  private final Optional<String> python;
  private final AtomicReference<@Nullable String> run = new AtomicReference<>();

  FitCall(FitRequest request, Optional<String> python) {
    this.request = request;
    this.python = python;
  }

  @Override
  public JsonObject run() {
    PythonTrainer trainer =
        PythonTrainer.function(request.script(), request.function(), request.config())
            .scaling(scaling())
            .run(runConfig());
    PythonTrainer placed =
        request.directory().map(Path::of).map(trainer::workingDirectory).orElse(trainer);
    Result result = python.map(placed::python).orElse(placed).fit();
    return RunAnswer.of(result)
        .with("score", request.score().map(Json::of).orElse(Json.parse("null")))
        .with("order", Json.of(request.order()));
  }

  @Override
  public void cancel() {
    String name = run.get();
    if (name != null) {
      Manta.local().stop(request.storage().orElse(Manta.DEFAULT_STORAGE) + "/" + name);
    }
  }

  private ScalingConfig scaling() {
    ScalingConfig scaling =
        ScalingConfig.workers(request.workers().getFirst(), request.workers().getLast())
            .perWorker(resources(request.perWorker()))
            .placement(Placement.valueOf(request.placement()));
    for (Map.Entry<String, String> label : request.labels().entrySet()) {
      scaling = scaling.label(label.getKey(), label.getValue());
    }
    return request.accelerator().map(scaling::acceleratorType).orElse(scaling);
  }

  private static Resources resources(Map<String, Double> amounts) {
    return Resources.cpus(amounts.getOrDefault("CPU", 0.0))
        .withGpus(amounts.getOrDefault("GPU", 0.0))
        .withMemory(amounts.getOrDefault("memory", 0.0).longValue());
  }

  /// What ranks call first is Manta's own function, whose place depends on its version.
  private RunConfig runConfig() {
    RunConfig config =
        RunConfig.named(request.name())
            .renamedFunction()
            .failures(failures())
            .checkpoints(checkpoints())
            .listener(
                new RunListener() {
                  @Override
                  public void state(RunUpdate update) {
                    run.set(update.run());
                  }
                });
    for (Map.Entry<String, String> variable : request.environment().entrySet()) {
      config = config.environment(variable.getKey(), variable.getValue());
    }
    RunConfig stored = request.storage().map(config::storage).orElse(config);
    return request.quiet() ? stored.quiet() : stored;
  }

  private FailureConfig failures() {
    return request.retries() < 0
        ? FailureConfig.unlimited()
        : FailureConfig.retries(request.retries());
  }

  /// Ray's report returns when the checkpoint is stored, so that none is lost with its rank.
  private CheckpointConfig checkpoints() {
    CheckpointConfig config =
        request
            .keep()
            .map(CheckpointConfig::keep)
            .orElseGet(CheckpointConfig::keepAll)
            .upload(Upload.SYNC);
    Order order = request.order().equals("min") ? Order.MIN : Order.MAX;
    return request.score().map(key -> config.scoreBy(key, order)).orElse(config);
  }
}
