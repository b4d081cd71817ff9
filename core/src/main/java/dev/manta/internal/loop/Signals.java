package dev.manta.internal.loop;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// A signal that this process takes, instead of ending. Closing it gives the signal back.
///
/// Reached by reflection, because the class lies outside Java's own API; where there is none, the
/// signal ends the JVM as always.
public final class Signals implements AutoCloseable {
  private final @Nullable Object signal;
  private final @Nullable Object before;

  private Signals(@Nullable Object signal, @Nullable Object before) {
    this.signal = signal;
    this.before = before;
  }

  /// Calls `taken` whenever the signal of this name comes: `INT`, `TERM`, `HUP`. One that this
  /// process was started to ignore, as `nohup` does with `HUP`, stays ignored.
  @SuppressWarnings("ReferenceEquality") // a proxy equals itself alone
  public static Signals take(String name, Runnable taken) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "handle" -> {
                taken.run();
                yield null;
              }
              case "equals" -> arguments != null && proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> "Manta takes SIG" + name;
            };
    try {
      Object signal =
          Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name);
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object mine =
          Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {type}, handler);
      return new Signals(signal, install(signal, mine));
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return new Signals(null, null);
    }
  }

  /// Lets whoever has taken a signal hear it, as if another process had sent it.
  ///
  /// @return whether it could be sent
  public static boolean raise(String name) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      type.getMethod("raise", type)
          .invoke(null, type.getConstructor(String.class).newInstance(name));
      return true;
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public void close() {
    if (signal != null && before != null) {
      try {
        install(signal, before);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the handler of a signal cannot be given back", e);
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
