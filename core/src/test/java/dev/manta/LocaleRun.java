package dev.manta;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/// Runs the tests of what is written, named, parsed and shown in this JVM's locale, and says how
/// many failed.
public final class LocaleRun {
  private static final List<String> ESSENTIAL =
      List.of(
          "dev.manta.internal.checkpoint.CheckpointStoreTest",
          "dev.manta.internal.checkpoint.NodeCacheTest",
          "dev.manta.internal.console.ReadableNumbersTest",
          "dev.manta.internal.console.LiveViewTest",
          "dev.manta.internal.console.PlainViewTest",
          "dev.manta.internal.control.record.LogRecordsTest",
          "dev.manta.internal.control.OlderRecordsTest",
          "dev.manta.spi.json.JsonTest",
          "dev.manta.spi.tensors.TensorHeaderTest",
          "dev.manta.internal.wire.GoldenFramesTest",
          "dev.manta.internal.journal.ControlLogTest",
          "dev.manta.internal.journal.MetricsStreamTest",
          "dev.manta.storage.LocationTest",
          "dev.manta.storage.StorageFailureTest",
          "dev.manta.train.HistoryTest",
          "dev.manta.train.MetricsTest");

  /// What is about much at once, and nothing that a locale changes.
  private static final String BULK = "bulk";

  private LocaleRun() {}

  public static void main(String[] args) throws IOException {
    System.out.println(
        String.format(Locale.getDefault(), "%.1f", 1.5)
            + " "
            + "TITLE".toLowerCase(Locale.getDefault()));
    TestExecutionSummary summary = run();
    summary
        .getFailures()
        .forEach(
            failure ->
                System.out.println(
                    failure.getTestIdentifier().getUniqueId() + ": " + failure.getException()));
    long failed = summary.getTestsFoundCount() == 0 ? 1 : summary.getTotalFailureCount();
    System.out.println(failed + " failed");
    System.exit(0);
  }

  private static TestExecutionSummary run() {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(ESSENTIAL.stream().map(DiscoverySelectors::selectClass).toList())
            .filters(TagFilter.excludeTags(BULK))
            .build();
    var summary = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, summary);
    return summary.getSummary();
  }
}
