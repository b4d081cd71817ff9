package dev.manta.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.testkit.mutant.SuiteRun;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The suite finds frameworks that break a promise.
class FrameworkMutantsTest {
  @ParameterizedTest
  @CsvSource({
    "Speechless, anyThrowableIsExplainedOrStaysWhatItWas",
    "Listening, functionsThatFollowEachOtherLeaveNoPortOpen",
    "NeverLeft, aFunctionThatFollowsAnotherInTheSameProcessEntersItAgain",
    "WarmOnce, itCanBeWarmedOnceAndAgain",
    "NoService, itIsFoundAsAService"
  })
  void aBrokenPromiseIsFound(String mutant, String test) throws ClassNotFoundException {
    Class<?> suite = Class.forName(FrameworkMutantsTest.class.getName() + "$" + mutant);
    assertThat(SuiteRun.fails(suite, test)).isTrue();
  }

  @Test
  void aKeptPromiseIsNot() {
    assertThat(SuiteRun.fails(CountingFrameworkContractTest.class, "itCanBeWarmedOnceAndAgain"))
        .isFalse();
  }

  /// Has no words for what was thrown.
  static final class Speechless extends FrameworkContract {
    @Override
    protected Framework framework() {
      return new CountingFramework() {
        @Override
        public Entered enter(TrainContext<?> ctx) {
          return new Wordless(super.enter(ctx));
        }
      };
    }

    @NullUnmarked
    private record Wordless(Framework.Entered entered) implements Framework.Entered {
      @Override
      public void close() {
        entered.close();
      }

      @Override
      public Throwable explain(Throwable thrown) {
        return null;
      }
    }
  }

  /// Keeps what a function has left.
  static final class NeverLeft extends FrameworkContract {
    private static final AtomicBoolean ENTERED = new AtomicBoolean();

    @Override
    protected Framework framework() {
      return new CountingFramework() {
        @Override
        public Entered enter(TrainContext<?> ctx) {
          if (ENTERED.getAndSet(true)) {
            throw new IllegalStateException("the library is in use");
          }
          return super.enter(ctx);
        }
      };
    }
  }

  /// Keeps a port open that its function needed.
  static final class Listening extends FrameworkContract {
    private static final Set<ServerSocket> OPEN = ConcurrentHashMap.newKeySet();

    @Override
    protected Framework framework() {
      return new CountingFramework() {
        @Override
        public Entered enter(TrainContext<?> ctx) {
          OPEN.add(opened());
          return super.enter(ctx);
        }
      };
    }

    private static ServerSocket opened() {
      try {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /// Cannot be initialised twice.
  static final class WarmOnce extends FrameworkContract {
    private static final AtomicBoolean WARM = new AtomicBoolean();

    @Override
    protected Framework framework() {
      return new CountingFramework() {
        @Override
        public void warm() {
          if (WARM.getAndSet(true)) {
            throw new IllegalStateException("the library is initialised");
          }
        }
      };
    }
  }

  /// Is named in no file of services.
  static final class NoService extends FrameworkContract {
    @Override
    protected Framework framework() {
      return new CountingFramework() {};
    }
  }
}
