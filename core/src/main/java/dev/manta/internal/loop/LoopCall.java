package dev.manta.internal.loop;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.code.Accessible;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.train.TrainContext;
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

/// A function found by its names, ready to be called with one argument.
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

  /// The static fields of the function's class that can change: a later attempt in the same process
  /// finds what the one before left there.
  public List<String> mutableStatics() {
    List<String> names = new ArrayList<>();
    for (Field field : method.getDeclaringClass().getDeclaredFields()) {
      int kind = field.getModifiers();
      if (Modifier.isStatic(kind) && !Modifier.isFinal(kind) && !field.isSynthetic()) {
        names.add(field.getName());
      }
    }
    return names;
  }

  /// Calls the function; throws what it throws.
  public @Nullable Object call(Object argument) throws Throwable {
    try {
      return method.getParameterCount() == 0
          ? method.invoke(target)
          : method.invoke(target, argument);
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
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot load class %s (%s): is it spelled with its package, and is its jar on the class path?"
              .formatted(name, e),
          e);
    }
  }

  private static Method staticMethod(LoopSpec spec, Class<?> type, Class<?> parameter) {
    List<String> found = new ArrayList<>();
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(spec.method())) {
        if (Modifier.isStatic(method.getModifiers()) && takes(method, parameter)) {
          Accessible.make(method);
          return method;
        }
        found.add(method.toString());
      }
    }
    throw new MantaException(
        ErrorCode.USER,
        "%s has no static method %s(%s)%s"
            .formatted(
                type.getName(), spec.method(), parameter.getSimpleName(), instead(found, type)));
  }

  private static String instead(List<String> found, Class<?> type) {
    if (!found.isEmpty()) {
      return "; there is " + String.join(", ", found);
    }
    List<String> functions =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> !method.isSynthetic() && takes(method, TrainContext.class))
            .map(Method::getName)
            .sorted()
            .toList();
    return functions.isEmpty() ? "" : "; did you mean " + String.join(" or ", functions) + "?";
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
