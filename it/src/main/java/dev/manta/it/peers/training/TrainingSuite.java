package dev.manta.it.peers.training;

import dev.manta.Result;
import dev.manta.it.peers.Difference;
import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Round;
import dev.manta.it.peers.Suite;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.distributed.Backend;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Training set-ups, with one to three workers and interruptions, against one Python process that
/// trains on the whole batches.
public final class TrainingSuite implements Suite {
  private static final int CASES = 12;
  private static final int FITS_MAX = 3;

  @Override
  public String name() {
    return "training";
  }

  @Override
  public int size() {
    return CASES;
  }

  @Override
  public Outcome run(Round round) throws IOException, InterruptedException {
    List<Setup> setups = new ArrayList<>();
    for (int i = 0; i < round.cases(); i++) {
      setups.add(Setup.random(round.random(i)));
    }
    return compare(round, setups);
  }

  /// These set-ups on both sides.
  Outcome compare(Round round, List<Setup> setups) throws IOException, InterruptedException {
    if (!round.python().has("torch")) {
      throw new UnsupportedOperationException("there is no Python with torch; run ./dev peers");
    }
    Path asked = round.directory().resolve("setups");
    Files.write(asked, setups.stream().map(Setup::toString).toList());
    round.python().run("training.py", List.of(asked.toString(), round.directory().toString()));
    List<Difference> differences = new ArrayList<>();
    for (int i = 0; i < setups.size(); i++) {
      var there =
          new Values(
              values(round.directory().resolve("python-" + i)),
              values(round.directory().resolve("rounding-" + i)));
      Path here = Files.createDirectories(round.directory().resolve("manta-" + i));
      differences.addAll(compare(setups.get(i), here, there));
    }
    return new Outcome(setups.size(), differences);
  }

  static List<Difference> compare(Setup setup, Path out, Values there) throws IOException {
    String error = train(setup, out);
    if (!error.isEmpty()) {
      return List.of(new Difference(setup.toString(), "the run", error, "none"));
    }
    Map<String, double[]> here = values(out.resolve("rank-0"));
    List<Difference> differences = new ArrayList<>(Replicas.differences(setup, out));
    differences.addAll(there.differences(setup, here));
    return differences;
  }

  /// Only who is killed is replaced.
  private static int spares(Setup setup) {
    return setup.get("ends").equals("killed") ? 1 : 0;
  }

  /// Trains to the end, also when it was stopped on the way; what went wrong, or nothing.
  private static String train(Setup setup, Path out) {
    TorchTrainer trainer =
        TorchTrainer.of(Program::train, new Program.Config(setup.toString(), out.toString()))
            .scaling(ScalingConfig.workers(setup.count("workers")))
            .backend(Backend.valueOf(setup.get("backend")))
            .run(
                RunConfig.named("case")
                    .storage(out.resolve("runs").toString())
                    .failures(FailureConfig.retries(3).spares(spares(setup)))
                    .environment("OMP_NUM_THREADS", "1")
                    .environment("OPENBLAS_NUM_THREADS", "1")
                    .quiet());
    try {
      RunStatus status = RunStatus.STOPPED;
      for (int fit = 0; fit < FITS_MAX && status == RunStatus.STOPPED; fit++) {
        Result result = trainer.fit();
        status = result.status();
      }
      return status == RunStatus.FINISHED ? "" : "the run is " + status;
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage()).lines().limit(3).toList().toString();
    }
  }

  static Map<String, double[]> values(Path file) throws IOException {
    Map<String, double[]> all = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ", -1);
      double[] numbers = new double[words.length - 1];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Double.parseDouble(words[i + 1]);
      }
      all.put(words[0], numbers);
    }
    return all;
  }
}
