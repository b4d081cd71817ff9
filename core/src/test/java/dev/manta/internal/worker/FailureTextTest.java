package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.wire.ToController;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a function throws, it is told.
@Timeout(300)
class FailureTextTest {
  @SuppressWarnings("serial")
  private static class Hostile extends RuntimeException {
    private final String how;

    Hostile(String how) {
      this.how = how;
    }

    @Override
    public @Nullable String getMessage() {
      if (how.equals("message")) {
        throw new IllegalStateException("no message for you");
      }
      return "hostile";
    }

    @Override
    public String toString() {
      return switch (how) {
        case "text" -> throw new IllegalStateException("no text for you");
        case "deep" -> toString() + "!";
        case "hang" -> hang();
        default -> super.toString();
      };
    }

    private static String hang() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return "late";
    }

    @Override
    public synchronized @Nullable Throwable getCause() {
      return switch (how) {
        case "cause" -> throw new IllegalStateException("no cause for you");
        case "endless" -> new Hostile("endless");
        default -> null;
      };
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      if (how.equals("stack")) {
        throw new IllegalStateException("no stack for you");
      }
      return super.getStackTrace();
    }
  }

  private static void assertTold(Throwable thrown) {
    ToController.Failed failed = FailureText.thrown(1, 7, thrown);
    assertThat(failed.step()).isEqualTo(7);
    assertThat(failed.type()).contains("Hostile");
    assertThat(failed.what()).contains("Hostile");
    assertThat(failed.frame().length).isLessThan(1 << 20);
  }

  @Test
  void whatAFunctionThrewIsToldWithoutThePasswordsOfAddresses() {
    var cause = new IllegalStateException("x".repeat(1990) + " http://ann:secret@host/a\nmore");
    var thrown = new RuntimeException("of https://ann:secret@host/b", cause);
    ToController.Failed failed = FailureText.thrown(1, 7, thrown);
    assertThat(failed.what()).doesNotContain("secret");
    assertThat(failed.stack()).contains("https://ann:***@host/b").doesNotContain("secret");
  }

  @Test
  void anExceptionWhoseMessageThrowsIsTold() {
    assertTold(new Hostile("message"));
  }

  @Test
  void anExceptionWhoseTextThrowsIsTold() {
    assertTold(new Hostile("text"));
  }

  @Test
  void anExceptionWhoseTextCallsItselfIsTold() {
    assertTold(new Hostile("deep"));
  }

  @Test
  void anExceptionWhoseTextNeverComesIsTold() {
    assertTold(new Hostile("hang"));
  }

  @Test
  void anExceptionWhoseCauseThrowsIsTold() {
    assertTold(new Hostile("cause"));
  }

  @Test
  void anExceptionWithEverMoreCausesIsTold() {
    assertTold(new Hostile("endless"));
  }

  @Test
  void anExceptionWhoseStackThrowsIsTold() {
    assertTold(new Hostile("stack"));
  }

  @Test
  void aMessageOfManyMegabytesIsCutInTheMiddleAndSaysSo() {
    String message = "begins here " + "x".repeat(17_000_000) + " ends here";
    ToController.Failed failed = FailureText.thrown(1, 0, new IOException(message));

    assertThat(failed.what())
        .startsWith("threw java.io.IOException: begins here")
        .contains("characters left out")
        .endsWith("ends here");
    assertThat(failed.frame().length).isLessThan(1 << 20);
  }

  @Test
  void aLongChainKeepsItsFirstCauseFirst() {
    Throwable thrown = new IOException("the first cause");
    for (int i = 0; i < 1000; i++) {
      thrown = new IllegalStateException("layer " + i + " " + "x".repeat(1000), thrown);
    }

    ToController.Failed failed = FailureText.thrown(1, 0, thrown);

    assertThat(failed.what()).contains("the first cause");
    assertThat(failed.stack()).startsWith("java.io.IOException: the first cause");
    assertThat(failed.stack()).contains("layer 999");
    assertThat(failed.frame().length).isLessThan(1 << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LibraryTrainer", "xgboost.Booster", "tabular.Table", "notyet.Thing"})
  void thePlaceIsTheProgramsWhicheverModuleThrew(String type) {
    var thrown = new IllegalStateException("no");
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("dev.manta." + type, "update", "Some.java", 70),
          new StackTraceElement("app.Train", "train", "Train.java", 7),
          new StackTraceElement("dev.manta." + type, "call", "Some.java", 7)
        });
    ToController.Failed failed = FailureText.thrown(1, 0, thrown);
    assertThat(failed.where()).isEqualTo("app.Train.train(Train.java:7)");
    assertThat(failed.stack()).endsWith("at app.Train.train(Train.java:7)\n");
  }

  @Test
  void aProcessThatCanStartNoThreadStillSaysWhatItThrew() {
    Consumer<Runnable> exhausted =
        _ -> {
          throw new OutOfMemoryError("unable to create native thread");
        };

    assertThat(ThrowableText.within(() -> "all of it", () -> "the least", exhausted))
        .isEqualTo("the least");
  }
}
