package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.collective.Numerics;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Frameworks are entered before a function and left after it.
class EnteredFrameworksTest {
  private static final List<String> HAPPENED = new ArrayList<>();

  @TempDir Path directory;

  @BeforeEach
  void forget() {
    HAPPENED.clear();
  }

  @Test
  void theyAreLeftInReverseOrder() throws Exception {
    try (var loader = loader(First.class, Second.class);
        var entered = EnteredFrameworks.enter(loader, context())) {
      assertThat(entered).isNotNull();
      HAPPENED.add("function");
    }
    assertThat(HAPPENED).containsExactly("+First", "+Second", "function", "-Second", "-First");
  }

  @Test
  void thoseEnteredAreLeftWhenAnotherRefuses() throws Exception {
    try (var loader = loader(First.class, Refusing.class)) {
      assertThatThrownBy(() -> EnteredFrameworks.enter(loader, context()))
          .hasMessage("no such device");
    }
    assertThat(HAPPENED).containsExactly("+First", "-First");
  }

  @Test
  void withoutAnyNothingHappens() throws Exception {
    try (var loader = loader();
        var entered = EnteredFrameworks.enter(loader, context())) {
      assertThat(entered).isNotNull();
    }
    assertThat(HAPPENED).isEmpty();
  }

  @Test
  void theyExplainWhatTheFunctionThrew() throws Exception {
    var thrown = new IllegalStateException("address is 0");
    try (var loader = loader(First.class, Explaining.class);
        var entered = EnteredFrameworks.enter(loader, context())) {
      assertThat(entered.explain(thrown)).hasMessage("the model was freed").hasCause(thrown);
    }
    try (var loader = loader(First.class);
        var entered = EnteredFrameworks.enter(loader, context())) {
      assertThat(entered.explain(thrown)).isSameAs(thrown);
    }
  }

  @Test
  void theyLoadBeforeAFunctionIsKnown() throws Exception {
    try (var loader = loader(First.class, Preloading.class)) {
      EnteredFrameworks.preload(loader);
      assertThat(Preloading.LOADED.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(HAPPENED).isEmpty();
  }

  private URLClassLoader loader(Class<?>... providers) throws Exception {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    List<String> names = List.of(providers).stream().map(Class::getName).toList();
    Files.write(services.resolve(Framework.class.getName()), names);
    return new URLClassLoader(
        new URL[] {directory.toUri().toURL()}, EnteredFrameworksTest.class.getClassLoader());
  }

  private static TrainContext<?> context() {
    return (TrainContext<?>)
        Proxy.newProxyInstance(
            EnteredFrameworksTest.class.getClassLoader(),
            new Class<?>[] {TrainContext.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  /// Notes when it is entered and left.
  public static class First implements Framework {
    @Override
    public Entered enter(TrainContext<?> ctx) {
      String name = getClass().getSimpleName();
      HAPPENED.add("+" + name);
      return () -> HAPPENED.add("-" + name);
    }

    @Override
    public void warm() {}

    @Override
    public Map<String, String> environment(Numerics numerics) {
      return Map.of();
    }
  }

  /// Another one.
  public static final class Second extends First {}

  /// Knows what an error means.
  public static final class Explaining extends First {
    @Override
    public Entered enter(TrainContext<?> ctx) {
      return new Entered() {
        @Override
        public void close() {}

        @Override
        public Throwable explain(Throwable thrown) {
          return new IllegalStateException("the model was freed", thrown);
        }
      };
    }
  }

  /// Needs something that takes long to load.
  public static final class Preloading extends First {
    private static final CountDownLatch LOADED = new CountDownLatch(1);

    @Override
    public void preload() {
      LOADED.countDown();
    }
  }

  /// Cannot be entered.
  public static final class Refusing extends First {
    @Override
    public Entered enter(TrainContext<?> ctx) {
      throw new IllegalStateException("no such device");
    }
  }
}
