package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.internal.load.RunLoad;
import dev.manta.spi.json.Bind;
import java.util.List;

/// What the ranks of a run use and wait for.
record LoadApi(RunAccess runs) {
  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/runs/{run}/load",
                "What its ranks use and wait for, over time, and what their datasets do.",
                this::load)
            .answers(RunLoad.class));
  }

  private WebAnswer load(ApiCall call) {
    return WebAnswer.json(Bind.write(runs.run(call).load()));
  }
}
