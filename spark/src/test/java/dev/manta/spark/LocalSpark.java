package dev.manta.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Objects;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Real Spark, on threads of this process. Tests are skipped where it is not on the class path.
final class LocalSpark implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
  private @Nullable SparkSession session;

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isThere()) {
      session =
          SparkSession.builder()
              .master("local[2]")
              .appName("manta")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "127.0.0.1")
              .getOrCreate();
    }
  }

  private static boolean isThere() {
    try {
      Class.forName("org.apache.spark.sql.classic.SparkSession");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    assumeTrue(session != null, "Spark is not on the class path: run this test with -Pspark");
  }

  SparkSession session() {
    return Objects.requireNonNull(session);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (session != null) {
      session.stop();
    }
  }
}
