package dev.manta.dashboard;

import dev.manta.train.DashboardProvider;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;

/// A dashboard for each run that is told to have one, until it ends: `RunConfig.dashboard()`.
public final class RunDashboard implements DashboardProvider {
  @Override
  public Tracker tracker() {
    return RunDashboard::open;
  }

  private static Tracker.Tracking open(TrackedRun run) {
    Dashboard dashboard = Dashboard.open(DashboardConfig.ofRun(run.location()));
    System.out.println("dashboard: " + dashboard.address());
    return dashboard::close;
  }
}
