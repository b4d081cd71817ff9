package dev.manta;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Ctrl-C while a run is going on: counted and handed over, instead of ending the JVM. Closing it
/// gives the signal back.
///
/// Reached by reflection, because the class lies outside Java's own API; where there is none,
/// Ctrl-C ends the JVM as always.
final class Interrupts implements AutoCloseable {
  private final @Nullable Object signal;
  private final @Nullable Object before;

  private Interrupts(@Nullable Object signal, @Nullable Object before) {
    this.signal = signal;
    this.before = before;
  }

  /// Calls `pressed` with 1 for the first Ctrl-C, 2 for the second, and so on.
  @SuppressWarnings("ReferenceEquality") // a proxy equals itself alone
  static Interrupts take(IntConsumer pressed) {
    var count = new AtomicInteger();
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                pressed.accept(count.incrementAndGet());
                yield null;
              }
              case "equals" -> arguments != null && proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "Ctrl-C stops the run";
            };
    try {
      Object interrupt =
          Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance("INT");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object mine =
          Proxy.newProxyInstance(Interrupts.class.getClassLoader(), new Class<?>[] {type}, handler);
      return new Interrupts(interrupt, install(interrupt, mine));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return new Interrupts(null, null);
    }
  }

  @Override
  public void close() {
    if (signal != null && before != null) {
      try {
        install(signal, before);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the handler of Ctrl-C cannot be given back", e);
      }
    }
  }

  private static Object install(Object signal, Object handler) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.SignalHandler");
    return signal
        .getClass()
        .getMethod("handle", signal.getClass(), type)
        .invoke(null, signal, handler);
  }
}
