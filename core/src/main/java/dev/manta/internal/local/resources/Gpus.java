package dev.manta.internal.local.resources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The NVIDIA GPUs that this process may use.
final class Gpus {
  private static final Path DRIVER = Path.of("/proc/driver/nvidia/gpus");
  private static final long SMI_SECONDS = 10;

  private Gpus() {}

  /// Their names, in the order of `CUDA_VISIBLE_DEVICES` where that is set.
  static List<String> visible() {
    return visible(System.getenv("CUDA_VISIBLE_DEVICES"), Gpus::all);
  }

  /// What an environment leaves of the machine's GPUs. As the driver reads it: numbers or UUIDs,
  /// and nothing after the first that does not exist.
  static List<String> visible(@Nullable String variable, Supplier<List<String>> all) {
    if (variable == null) {
      return all.get();
    }
    List<String> chosen = new ArrayList<>();
    List<String> machine = variable.isBlank() ? List.of() : all.get();
    for (String entry : variable.split(",", -1)) {
      String id = entry.strip();
      boolean uuid = id.startsWith("GPU-") || id.startsWith("MIG-");
      boolean index = id.matches("\\d{1,4}") && Integer.parseInt(id) < machine.size();
      if (!index && !(uuid && !machine.isEmpty())) {
        break;
      }
      chosen.add(index ? machine.get(Integer.parseInt(id)) : machine.getFirst());
    }
    return chosen;
  }

  private static List<String> all() {
    try (Stream<Path> gpus = Files.list(DRIVER)) {
      return gpus.sorted().map(Gpus::model).toList();
    } catch (IOException noDriver) {
      return Files.exists(Path.of("/usr/bin/nvidia-smi")) ? askDriver() : List.of();
    }
  }

  private static String model(Path gpu) {
    try (Stream<String> lines = Files.lines(gpu.resolve("information"))) {
      return lines
          .filter(line -> line.startsWith("Model:"))
          .map(line -> line.substring("Model:".length()).strip())
          .findFirst()
          .orElse("GPU");
    } catch (IOException unreadable) {
      return "GPU";
    }
  }

  /// Asked once: a machine's GPUs do not change while a program runs.
  private static List<String> askDriver() {
    return Driver.GPUS;
  }

  private static final class Driver {
    static final List<String> GPUS = ask();

    private Driver() {}

    private static List<String> ask() {
      try {
        Process smi =
            new ProcessBuilder("/usr/bin/nvidia-smi", "--query-gpu=name", "--format=csv,noheader")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return smi.waitFor(SMI_SECONDS, TimeUnit.SECONDS) && smi.exitValue() == 0
            ? smi.inputReader().lines().filter(line -> !line.isBlank()).toList()
            : List.of();
      } catch (IOException none) {
        return List.of();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return List.of();
      }
    }
  }
}
