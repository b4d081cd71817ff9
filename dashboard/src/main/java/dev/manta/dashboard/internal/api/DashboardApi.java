package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.dashboard.internal.web.WebHandler;
import dev.manta.dashboard.internal.web.WebRequest;
import dev.manta.storage.Location;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that can be asked for below `/api`.
public final class DashboardApi implements WebHandler, AutoCloseable {
  private final RunAccess runs;
  private final Optional<CalledHead> head;
  private final List<Route> routes = new ArrayList<>();

  private DashboardApi(RunAccess runs, Optional<CalledHead> head) {
    this.runs = runs;
    this.head = head;
  }

  /// The runs and experiments at a location.
  ///
  /// @param only the run that is shown, where it is one
  /// @param head that of the cluster that is shown, where there is one; closed with this
  public static DashboardApi open(Location root, Optional<String> only, Optional<CalledHead> head) {
    RunAccess runs = RunAccess.open(root, only);
    var api = new DashboardApi(runs, head);
    api.routes.addAll(new RunsApi(runs).routes());
    api.routes.addAll(new CurvesApi(runs).routes());
    api.routes.addAll(new LoggedApi(runs).routes());
    api.routes.addAll(new LoadApi(runs).routes());
    api.routes.addAll(new LogsApi(runs).routes());
    api.routes.addAll(new EventsApi(runs).routes());
    api.routes.addAll(new ActionsApi(runs).routes());
    api.routes.addAll(new CheckpointsApi(runs).routes());
    api.routes.addAll(new InspectApi(runs).routes());
    api.routes.addAll(new ClusterApi(head).routes());
    if (only.isEmpty()) {
      api.routes.addAll(new ExperimentsApi(root).routes());
    }
    api.routes.add(
        Route.get(
            "/api/openapi.json",
            "This description.",
            _ -> WebAnswer.json(OpenApi.describe(api.routes))));
    return api;
  }

  @Override
  public WebAnswer answer(WebRequest request) throws IOException, InterruptedException {
    String method = request.method().equals("HEAD") ? "GET" : request.method();
    boolean known = false;
    for (Route route : routes) {
      Optional<Map<String, String>> names = route.match(request.path());
      known |= names.isPresent();
      if (names.isPresent() && route.method().equals(method)) {
        return answer(route, new ApiCall(request, names.get()));
      }
    }
    return known
        ? WebAnswer.error(WebAnswer.METHOD_NOT_ALLOWED, "this is not asked with " + method)
        : WebAnswer.notFound("there is no such thing; /api/openapi.json lists what there is");
  }

  private static WebAnswer answer(Route route, ApiCall call)
      throws IOException, InterruptedException {
    try {
      return route.endpoint().answer(call);
    } catch (Absent e) {
      return WebAnswer.notFound(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    runs.close();
    head.ifPresent(CalledHead::close);
  }
}
