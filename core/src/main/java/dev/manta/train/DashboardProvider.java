package dev.manta.train;

/// How [RunConfig#dashboard] finds the dashboard, which is a module of its own: named in
/// `META-INF/services`.
public interface DashboardProvider {
  /// Shows each run that it is opened for until the run ends, and prints where.
  Tracker tracker();
}
