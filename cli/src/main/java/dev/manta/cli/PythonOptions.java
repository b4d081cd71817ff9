package dev.manta.cli;

import dev.manta.data.Dataset;
import dev.manta.python.PythonTrainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// Which Python runs a script, and on which datasets, as it is typed.
final class PythonOptions {
  private static final long SEED = 0;

  @Option(
      names = "--python",
      paramLabel = "PATH",
      description =
          "The interpreter of a .py file, or a virtual environment (default: MANTA_PYTHON, the"
              + " active environment, .venv beside the file, or python3).")
  Optional<String> python = Optional.empty();

  @Option(
      names = "--ray-compat",
      description = "Run a script that was written for Ray Train as it is, on Manta's ranks.")
  boolean rayCompat;

  @Option(
      names = "--with-pip",
      paramLabel = "FILE",
      description =
          "Ranks of a .py file run in an environment with the packages of this requirements file,"
              + " which is made once.")
  Optional<String> requirements = Optional.empty();

  @Option(
      names = "--working-dir",
      paramLabel = "DIR",
      description = "The directory that the ranks of a .py file begin in (default: this one).")
  Optional<Path> workingDirectory = Optional.empty();

  @Option(
      names = "--dataset",
      paramLabel = "NAME=FORMAT:PATH",
      description =
          "A dataset that the ranks of a .py file share out, such as train=parquet:data/; several"
              + " paths are separated by commas. May be repeated.")
  List<String> datasets = new ArrayList<>();

  @Option(
      names = "--shuffle",
      paramLabel = "NAME",
      description = "The rows of this dataset come in another order in each pass; may be repeated.")
  List<String> shuffled = new ArrayList<>();

  PythonTrainer over(PythonTrainer trainer) {
    PythonTrainer chosen = python.map(trainer::python).orElse(trainer);
    PythonTrainer equipped = requirements.map(chosen::requirements).orElse(chosen);
    PythonTrainer over = workingDirectory.map(equipped::workingDirectory).orElse(equipped);
    List<TypedDataset> all = datasets.stream().map(TypedDataset::parse).toList();
    requireNamed(all.stream().map(TypedDataset::name).toList());
    for (TypedDataset each : all) {
      Dataset dataset = each.dataset();
      boolean shuffles = shuffled.contains(each.name());
      over = over.dataset(each.name(), shuffles ? dataset.shuffle(SEED) : dataset);
    }
    return over;
  }

  private void requireNamed(List<String> names) {
    for (String each : shuffled) {
      if (!names.contains(each)) {
        throw new IllegalArgumentException(
            "--shuffle %s: there is no such --dataset; there are %s"
                .formatted(each, names.isEmpty() ? "none" : String.join(", ", names)));
      }
    }
  }
}
