package dev.manta.testkit.mutant;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// Runs a test of a suite on its own, to see whether it finds what is wrong.
public final class SuiteRun {
  private SuiteRun() {}

  /// Whether a test fails on an implementation.
  public static boolean fails(Class<?> suite, String test) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectMethod(suite, test)).build();
    var listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    if (listener.getSummary().getTestsStartedCount() != 1) {
      throw new AssertionError(suite.getName() + " has no test " + test);
    }
    return listener.getSummary().getTestsFailedCount() == 1;
  }
}
