package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.internal.head.ClusterStatus;
import dev.manta.spi.json.Bind;
import java.util.List;
import java.util.Optional;

/// The cluster that runs are on, where there is one.
record ClusterApi(Optional<CalledHead> head) {
  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/cluster",
                "The nodes of the cluster, who has what of them, and who waits for what; empty where"
                    + " this dashboard belongs to none.",
                this::cluster)
            .answers(ShownCluster.class));
  }

  private record ShownCluster(Optional<ClusterStatus> status) {}

  private WebAnswer cluster(ApiCall call) {
    return WebAnswer.json(Bind.write(new ShownCluster(head.map(CalledHead::status))));
  }
}
