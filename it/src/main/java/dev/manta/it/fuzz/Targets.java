package dev.manta.it.fuzz;

import dev.manta.data.Source;
import dev.manta.formats.arrow.ArrowSource;
import dev.manta.formats.image.ImageSource;
import dev.manta.formats.parquet.ParquetSource;
import dev.manta.formats.webdataset.WebDatasetSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;

/// All targets by name.
public final class Targets {
  private static final int SIDE = 32;

  /// Zstandard makes as much of a byte.
  private static final long PACKED = 40_000;

  private static final Map<String, Callable<Target>> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("wire", WireTarget::new),
              Map.entry("node", NodeTarget::new),
              Map.entry("manifest", ManifestTarget::new),
              Map.entry("control", () -> of(RunTargets::control)),
              Map.entry("metrics", () -> of(RunTargets::metrics)),
              Map.entry("pack", () -> of(RunTargets::pack)),
              Map.entry("lease", () -> of(RunTargets::lease)),
              Map.entry("run", () -> of(RunTargets::runFile)),
              Map.entry("xml", XmlTarget::new),
              Map.entry("safetensors", TensorTargets.Safetensors::new),
              Map.entry("pt", TensorTargets.Pt::new),
              Map.entry("parquet", () -> source("parquet", PACKED, ParquetSource::new)),
              Map.entry("arrow", () -> source("arrow", PACKED, ArrowSource::new)),
              Map.entry(
                  "jpeg", () -> source("jpg", PACKED, files -> new ImageSource(files, SIDE, SIDE))),
              Map.entry("tar", () -> source("tar", Target.GROWTH, WebDatasetSource::new))));

  private Targets() {}

  private static Target source(String ending, long growth, Function<List<String>, Source> source) {
    return new SourceTarget("input." + ending, growth, source);
  }

  private static Target of(Consumer<byte[]> reader) {
    return (input, _) -> reader.accept(input);
  }

  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /// A target of its own.
  public static Target named(String name) throws Exception {
    Callable<Target> made = ALL.get(name);
    if (made == null) {
      throw new IllegalArgumentException("no target \"" + name + "\"; there are " + names());
    }
    return made.call();
  }
}
