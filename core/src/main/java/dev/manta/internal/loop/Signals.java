package dev.manta.internal.loop;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A signal that this process takes, instead of ending. Closing it gives the signal back.
///
/// Reached by reflection, because the class lies outside Java's own API; where there is none, the
/// signal ends the JVM as always.
public final class Signals implements AutoCloseable {
  private static final List<Signals> TAKEN = new CopyOnWriteArrayList<>();

  private final String name;
  private final Runnable taken;
  private @Nullable Object signal;
  private @Nullable Object before;

  private Signals(String name, Runnable taken) {
    this.name = name;
    this.taken = taken;
  }

  /// Calls `taken` whenever the signal of this name comes: `INT`, `TERM`, `HUP`. One that this
  /// process was started to ignore, as `nohup` does with `HUP`, stays ignored.
  public static Signals take(String name, Runnable taken) {
    var signals = new Signals(name, taken);
    signals.install();
    TAKEN.add(signals);
    return signals;
  }

  private void install() {
    try {
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      Object mine =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(), new Class<?>[] {type}, this::handle);
      signal = Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name);
      before = install(signal, mine);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      before = null;
    }
  }

  @SuppressWarnings("ReferenceEquality") // a proxy equals itself alone
  private @Nullable Object handle(Object proxy, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "handle" -> {
        taken.run();
        yield null;
      }
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "Manta takes SIG" + name;
    };
  }

  /// Lets whoever took a signal last hear it, as if another process had sent it. It is heard in a
  /// process that ignores the signal too, as programs do that a script started with `&`.
  ///
  /// @return whether anybody has taken it
  public static boolean raise(String name) {
    List<Signals> takers = TAKEN.stream().filter(each -> each.name.equals(name)).toList();
    if (!takers.isEmpty()) {
      takers.getLast().taken.run();
    }
    return !takers.isEmpty();
  }

  @Override
  public void close() {
    TAKEN.remove(this);
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
