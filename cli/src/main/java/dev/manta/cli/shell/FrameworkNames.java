package dev.manta.cli.shell;

import java.util.Iterator;
import java.util.List;

/// What users may give to `--with`, as the table of the launcher has it. The launcher brings the
/// jars before a command begins; commands only tell which there are.
public final class FrameworkNames implements Iterable<String> {
  /// Of PyTorch there are two: `cuda` is the one for GPUs.
  static final List<String> ALL =
      List.of("torch", "cuda", "xgboost", "lightgbm", "tensorflow", "djl");

  @Override
  public Iterator<String> iterator() {
    return ALL.iterator();
  }
}
