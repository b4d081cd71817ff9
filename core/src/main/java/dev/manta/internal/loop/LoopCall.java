package dev.manta.internal.loop;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.code.Accessible;
import dev.manta.internal.code.Snippets;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A function found by its names, ready to be called.
public final class LoopCall {
  private final LoopSpec spec;
  private final Method method;
  private final @Nullable Object target;

  private LoopCall(LoopSpec spec, Method method, @Nullable Object target) {
    this.spec = spec;
    this.method = method;
    this.target = target;
  }

  /// Finds a function that takes a `parameter`. Its class is loaded, and initialised when it is
  /// called.
  public static LoopCall find(LoopSpec spec, Class<?> parameter, ClassLoader loader) {
    Class<?> type = load(spec.className(), loader);
    return spec.method().isEmpty()
        ? ofInstance(spec, type, parameter)
        : new LoopCall(spec, staticMethod(spec, type, parameter), null);
  }

  /// The same for a function that takes its config as a second argument, where it has one.
  public static LoopCall findWithConfig(LoopSpec spec, Class<?> parameter, ClassLoader loader) {
    if (spec.config().isEmpty()) {
      return find(spec, parameter, loader);
    }
    Class<?> type = load(spec.className(), loader);
    boolean isStatic = !spec.method().isEmpty();
    for (Method method : isStatic ? type.getDeclaredMethods() : type.getMethods()) {
      boolean named = !isStatic || method.getName().equals(spec.method());
      boolean fits = Modifier.isStatic(method.getModifiers()) == isStatic && !method.isBridge();
      if (named && fits && takesConfig(spec, method, parameter, loader)) {
        Accessible.make(method);
        return new LoopCall(spec, method, isStatic ? null : instance(type));
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        "%s has no method %s(%s, %s)"
            .formatted(
                type.getName(),
                isStatic ? spec.method() : "",
                parameter.getSimpleName(),
                spec.configClass().isEmpty() ? "config" : spec.configClass()));
  }

  private static boolean takesConfig(
      LoopSpec spec, Method method, Class<?> parameter, ClassLoader loader) {
    Class<?>[] types = method.getParameterTypes();
    return types.length == 2
        && types[0].isAssignableFrom(parameter)
        && (spec.configClass().isEmpty()
            || types[1].isPrimitive()
            || types[1].isAssignableFrom(load(spec.configClass(), loader)));
  }

  /// The static fields of the function's class that can change: a later attempt in the same process
  /// finds what the one before left there. Variables of a shell are none: no function that uses
  /// them gets here.
  public List<String> mutableStatics() {
    List<String> names = new ArrayList<>();
    if (Snippets.isWhole(method.getDeclaringClass().getName())) {
      return names;
    }
    for (Field field : method.getDeclaringClass().getDeclaredFields()) {
      int kind = field.getModifiers();
      if (Modifier.isStatic(kind) && !Modifier.isFinal(kind) && !field.isSynthetic()) {
        names.add(field.getName());
      }
    }
    return names;
  }

  /// What is called.
  public Method method() {
    return method;
  }

  /// Calls the function; throws what it throws.
  public @Nullable Object call(Object argument) throws Throwable {
    return method.getParameterCount() == 0
        ? invoke(new Object[0])
        : invoke(new Object[] {argument});
  }

  /// Calls a function that takes its config as a second argument.
  public @Nullable Object call(Object argument, Object config) throws Throwable {
    return invoke(new Object[] {argument, config});
  }

  private @Nullable Object invoke(Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /// The config as the object that the driver had, or null where there was none.
  public @Nullable Object config(ClassLoader loader) {
    if (spec.config().isEmpty()) {
      return null;
    }
    Type type = spec.configClass().isEmpty() ? declaredConfig() : load(spec.configClass(), loader);
    return Bind.read(Json.parse(spec.config()), type, "config");
  }

  /// What the function's parameter says: `TrainContext<Config>`.
  private Type declaredConfig() {
    if (method.getParameterCount() == 2) {
      return method.getGenericParameterTypes()[1];
    }
    for (Type parameter : method.getGenericParameterTypes()) {
      if (parameter instanceof ParameterizedType generic
          && generic.getActualTypeArguments()[0] instanceof Class<?> config) {
        return config;
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        name() + " must say what its config is: declare its parameter as TrainContext<YourConfig>");
  }

  private String name() {
    return spec.method().isEmpty() ? spec.className() : spec.className() + "::" + spec.method();
  }

  private static Class<?> load(String name, ClassLoader loader) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new MantaException(
          ErrorCode.USER,
          "there is no class %s: is it spelled with its package, and is its jar on the class path?"
              .formatted(name),
          e);
    } catch (NoClassDefFoundError e) {
      throw new MantaException(
          ErrorCode.USER,
          "class %s cannot be loaded, as it needs what is not on the class path: %s"
              .formatted(name, e.getMessage()),
          e);
    }
  }

  private static Method staticMethod(LoopSpec spec, Class<?> type, Class<?> parameter) {
    List<Method> named =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(spec.method()))
            .toList();
    for (Method method : named) {
      if (Modifier.isStatic(method.getModifiers()) && takes(method, parameter)) {
        Accessible.make(method);
        return method;
      }
    }
    String name = type.getName() + "." + spec.method();
    throw new MantaException(
        ErrorCode.USER,
        named.isEmpty()
            ? "there is no method " + name + instead(type, parameter)
            : named.stream().anyMatch(method -> takes(method, parameter))
                ? name
                    + " has to be static, as workers call it without an object: write static before"
                    + " its return type"
                : "%s has to take a %s and nothing else; there is %s"
                    .formatted(name, parameter.getSimpleName(), named.getFirst()));
  }

  private static String instead(Class<?> type, Class<?> parameter) {
    List<String> functions =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
            .filter(method -> List.of(method.getParameterTypes()).equals(List.of(parameter)))
            .map(Method::getName)
            .sorted()
            .toList();
    String wanted = "static methods of that class that take a " + parameter.getSimpleName();
    return functions.isEmpty()
        ? "; there are no " + wanted
        : "; " + wanted + ": " + String.join(", ", functions);
  }

  private static boolean takes(Method method, Class<?> parameter) {
    Class<?>[] types = method.getParameterTypes();
    return types.length == 1 && types[0].isAssignableFrom(parameter);
  }

  /// The one interface method that takes the parameter, on an instance of the class.
  private static LoopCall ofInstance(LoopSpec spec, Class<?> type, Class<?> parameter) {
    for (Method method : type.getMethods()) {
      if (!method.isBridge()
          && !Modifier.isStatic(method.getModifiers())
          && takes(method, parameter)
          && method.getDeclaringClass() != Object.class) {
        Accessible.make(method);
        return new LoopCall(spec, method, instance(type));
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        "class %s does not implement the function: it has no method that takes a %s"
            .formatted(type.getName(), parameter.getSimpleName()));
  }

  private static Object instance(Class<?> type) {
    Object only = singleton(type);
    return only == null ? construct(type) : only;
  }

  private static Object construct(Class<?> type) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor();
      Accessible.make(constructor);
      return constructor.newInstance();
    } catch (NoSuchMethodException e) {
      throw new MantaException(
          ErrorCode.USER, type.getName() + " needs a constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw new MantaException(
          ErrorCode.USER, "the constructor of " + type.getName() + " threw", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new MantaException(ErrorCode.USER, type.getName() + " cannot be made", e);
    }
  }

  /// A Kotlin or Scala `object` keeps itself in a static field.
  private static @Nullable Object singleton(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      boolean keeps = field.getName().equals("INSTANCE") || field.getName().equals("MODULE$");
      if (keeps && field.getType() == type && Modifier.isStatic(field.getModifiers())) {
        return read(field);
      }
    }
    return null;
  }

  private static @Nullable Object read(Field field) {
    try {
      Accessible.make(field);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new MantaException(ErrorCode.USER, field + " cannot be read", e);
    }
  }
}
