package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.testkit.python.Python;
import dev.manta.train.Metrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The two programs of `docs/how-to/from-ray-train.md`: one for Ray Train, one for Manta.
@Timeout(300)
class RayTwinTest {
  private static final Path TWINS = Sources.root().resolve("examples-torch/twins");
  private static final Path DIGITS =
      Sources.root().resolve("examples/src/main/resources/dev/manta/examples/digits.bin.gz");

  /// A Ray of its own on loopback, and in it the program as it is.
  private static final String IN_RAY =
      """
      import atexit, os, runpy, shutil, sys, tempfile
      program, file, home = sys.argv[1:]
      os.environ.update(HOME=home, OMP_NUM_THREADS="1", RAY_USAGE_STATS_ENABLED="0", RAY_TRAIN_V2_ENABLED="1")
      import ray
      scratch = tempfile.mkdtemp(prefix="r")
      atexit.register(lambda: (ray.shutdown(), shutil.rmtree(scratch, ignore_errors=True)))
      ray.init(address="local", num_cpus=max(3, os.cpu_count()), include_dashboard=False,
               object_store_memory=80_000_000, log_to_driver=False, configure_logging=False,
               _node_ip_address="127.0.0.1", _temp_dir=scratch)
      sys.argv = [program, file]
      runpy.run_path(program, run_name="__main__")
      """;

  @TempDir Path home = Path.of("");

  @Test
  void bothProgramsFitOnAPage() throws Exception {
    for (String program : new String[] {"Train.java", "train.py"}) {
      assertThat(Files.readAllLines(TWINS.resolve(program))).hasSizeLessThanOrEqualTo(55);
    }
  }

  @Test
  void theProgramForMantaLearns() throws Exception {
    assertThat(manta().number("accuracy")).isGreaterThan(0.85);
  }

  @Test
  @Tag("campaign") // starting Ray takes longer than all of the above
  void bothProgramsLearnTheSame() throws Exception {
    Python.assumeHas("ray");
    Metrics manta = manta();
    String ray = Python.run(IN_RAY, TWINS.resolve("train.py"), DIGITS, home);
    for (String metric : new String[] {"loss", "accuracy"}) {
      assertThat(number(ray, metric)).isCloseTo(manta.number(metric), within(1e-3));
    }
  }

  private Metrics manta() throws Exception {
    Shell.Said said =
        new Shell(home).manta("run", TWINS.resolve("Train.java").toString(), DIGITS.toString());
    assertThat(said.status()).as(said.text()).isZero();
    return Result.fromPath(home.resolve("manta-runs/twin").toString()).metrics();
  }

  private static double number(String printed, String metric) {
    Matcher found = Pattern.compile("'" + metric + "': ([0-9.e-]+)").matcher(printed);
    assertThat(found.find()).as(printed).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
