package dev.manta.dashboard.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaStacksTest {
  private static final String DUMP =
      """
      123:
      2026-11-18 14:00:00
      Full thread dump OpenJDK 64-Bit Server VM

      "main" #1 prio=5
         java.lang.Thread.State: WAITING (parking)
      \tat jdk.internal.misc.Unsafe.park(Native Method)

      "rank-0" #30 daemon
         java.lang.Thread.State: RUNNABLE
      \tat com.acme.Digits.train(Digits.java:7)

      "manta-busy" #31
         java.lang.Thread.State: RUNNABLE
      \tat com.acme.Loader.next(Loader.java:3)
      """;

  @Test
  void theThreadOfTheTrainingFunctionIsShown() {
    assertThat(new JavaStacks(DUMP).training())
        .isEqualTo(
            "\"rank-0\" #30 daemon\n   java.lang.Thread.State: RUNNABLE\n\tat com.acme.Digits.train(Digits.java:7)");
  }

  @Test
  void whereNoneIsInTheFunctionThoseThatRunAreShown() {
    assertThat(new JavaStacks(DUMP.replace("rank-0", "other")).training())
        .contains("\"other\"", "\"manta-busy\"")
        .doesNotContain("\"main\"");
  }
}
