package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.whole;

import dev.manta.dashboard.internal.inspect.LocalWorker;
import dev.manta.dashboard.internal.inspect.StackTree;
import dev.manta.dashboard.internal.inspect.WorkerProfiles;
import dev.manta.dashboard.internal.inspect.WorkerStacks;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.stored.StoredRun;
import dev.manta.spi.json.Bind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// What the processes of a run on this machine do right now, as the commands `manta stack` and
/// `manta profile` tell it.
record InspectApi(RunAccess runs) {
  private static final int SECONDS_MAX = 60;
  private static final int HOTTEST = 10;
  private static final double LEAST_SHARE = 0.002;
  private static final int DEPTH_MAX = 200;

  List<Route> routes() {
    Route.Parameter rank = whole("rank", "whose; unless given, those of all ranks");
    return List.of(
        Route.post(
                "/api/runs/{run}/stacks",
                "Where the threads of its workers on this machine are.",
                this::stacks,
                rank,
                new Route.Parameter(
                    "all", "boolean", "whether threads that do not train are shown"))
            .answersAll(ShownStacks.class),
        Route.post(
                "/api/runs/{run}/profile",
                "Records what its workers on this machine do, and answers after that time.",
                this::profile,
                rank,
                whole("seconds", "how long"))
            .answers(ShownProfiles.class));
  }

  private record AskedStacks(OptionalInt rank, boolean all) {}

  /// @param problem why there are no stacks; empty where there are
  private record ShownStacks(int rank, String worker, long pid, String text, String problem) {}

  private WebAnswer stacks(ApiCall call) throws InterruptedException {
    AskedStacks asked = call.body(AskedStacks.class);
    StoredRun run = runs.run(call);
    List<ShownStacks> all = new ArrayList<>();
    for (LocalWorker worker : LocalWorker.require(run, asked.rank())) {
      all.add(stacks(run, worker, asked.all()));
    }
    return WebAnswer.json(Bind.write(all));
  }

  private static ShownStacks stacks(StoredRun run, LocalWorker worker, boolean all)
      throws InterruptedException {
    String text = "";
    String problem = "";
    try {
      text = WorkerStacks.of(run, worker, all);
    } catch (IOException e) {
      problem = String.valueOf(e.getMessage());
    }
    return new ShownStacks(worker.rank(), worker.id(), worker.pid(), text, problem);
  }

  private record AskedProfile(OptionalInt rank, int seconds) {}

  private record ShownProfile(
      int rank, String worker, long samples, List<String> hottest, Frame tree) {}

  /// A frame and those that it called.
  private record Frame(String name, long samples, List<Frame> callees) {
    static Frame of(StackTree node, double least, int depth) {
      List<Frame> callees =
          node.callees().stream()
              .filter(callee -> callee.count() >= least && depth < DEPTH_MAX)
              .map(callee -> of(callee, least, depth + 1))
              .toList();
      return new Frame(node.frame(), node.count(), callees);
    }
  }

  /// @param problems why a worker has no profile
  private record ShownProfiles(int seconds, List<ShownProfile> profiles, List<String> problems) {}

  private WebAnswer profile(ApiCall call) throws InterruptedException {
    AskedProfile asked = call.body(AskedProfile.class);
    int seconds = asked.seconds();
    if (seconds < 1 || seconds > SECONDS_MAX) {
      throw new IllegalArgumentException(
          "seconds must be from 1 to %s, not %s".formatted(SECONDS_MAX, seconds));
    }
    try {
      return WebAnswer.json(Bind.write(recorded(runs.run(call), asked)));
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, String.valueOf(e.getMessage()), e);
    }
  }

  private static ShownProfiles recorded(StoredRun run, AskedProfile asked)
      throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    Path directory = Files.createTempDirectory("manta-dashboard-profile-");
    try {
      List<ShownProfile> profiles =
          new WorkerProfiles(run, directory, problems::add)
              .record(asked.rank(), Duration.ofSeconds(asked.seconds())).stream()
                  .map(InspectApi::shown)
                  .toList();
      return new ShownProfiles(asked.seconds(), profiles, problems);
    } finally {
      FileTree.delete(directory);
    }
  }

  private static ShownProfile shown(WorkerProfiles.Profile profile) {
    StackTree tree = profile.tree();
    return new ShownProfile(
        profile.worker().rank(),
        profile.worker().id(),
        tree.count(),
        tree.hottest(HOTTEST),
        Frame.of(tree, LEAST_SHARE * tree.count(), 0));
  }
}
