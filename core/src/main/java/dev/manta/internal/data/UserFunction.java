package dev.manta.internal.data;

import dev.manta.internal.code.Accessible;
import dev.manta.internal.code.Lambdas;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.code.ShellVariables;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A function of the user's. In its own process it is the object itself; to others it travels as
/// names: the class it was written in, the method behind it, and the values it captured.
public final class UserFunction {
  private static final String NOUN = "function of the dataset";

  private final Object function;
  private volatile @Nullable String name;

  private UserFunction(Object function) {
    this.function = function;
  }

  public static UserFunction of(Object function) {
    return new UserFunction(function);
  }

  /// The function as what it implements.
  public <T> T as(Class<T> type) {
    return type.cast(function);
  }

  /// What a reader of the program knows it by: `Digits.parse`, or `lambda in Digits.train`.
  public String name() {
    String known = name;
    if (known == null) {
      known = Lambdas.form(function).map(UserFunction::name).orElseGet(this::nameOfClass);
      name = known;
    }
    return known;
  }

  private static String name(SerializedLambda form) {
    String type = form.getImplClass().substring(form.getImplClass().lastIndexOf('/') + 1);
    String[] made = form.getImplMethodName().split("\\$", -1);
    boolean isLambda = made.length > 1 && made[0].equals("lambda");
    return isLambda ? "lambda in " + type + "." + made[1] : type + "." + form.getImplMethodName();
  }

  private String nameOfClass() {
    String type = function.getClass().getName();
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /// The function as names.
  public Json toJson() {
    return Lambdas.form(function).map(this::lambda).orElseGet(this::object);
  }

  /// The function behind the names.
  public static UserFunction fromJson(Json json) {
    JsonObject names = json.asObject();
    return new UserFunction(names.has("object") ? readObject(names) : readLambda(names));
  }

  private Json lambda(SerializedLambda form) {
    ShellVariables.requireNone(
        form.getImplClass().replace('/', '.'),
        form.getImplMethodName(),
        function.getClass().getClassLoader(),
        NOUN);
    return JsonObject.builder()
        .put("class", form.getCapturingClass())
        .put("interface", form.getFunctionalInterfaceClass())
        .put("method", form.getFunctionalInterfaceMethodName())
        .put("signature", form.getFunctionalInterfaceMethodSignature())
        .put("kind", form.getImplMethodKind())
        .put("implClass", form.getImplClass())
        .put("implMethod", form.getImplMethodName())
        .put("implSignature", form.getImplMethodSignature())
        .put("type", form.getInstantiatedMethodType())
        .put("captured", new JsonArray(captured(form)))
        .build();
  }

  private static List<Json> captured(SerializedLambda form) {
    List<Json> all = new ArrayList<>();
    for (int i = 0; i < form.getCapturedArgCount(); i++) {
      all.add(value(form.getCapturedArg(i), form.getImplClass().replace('/', '.')));
    }
    return all;
  }

  private static Json value(Object value, String place) {
    try {
      return JsonObject.builder()
          .put("class", value.getClass().getName())
          .put("value", Bind.write(value))
          .build();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a function of %s captures a %s, which does not travel to workers (%s): capture numbers,"
                  .formatted(place, value.getClass().getName(), e.getMessage())
              + " texts and records only, or make the rest inside the function",
          e);
    }
  }

  private Json object() {
    Class<?> type = function.getClass();
    boolean plain = type.isRecord() || type.getDeclaredFields().length == 0;
    if (type.isHidden() || type.isAnonymousClass() || !plain) {
      throw new IllegalArgumentException(
          "a function is an object of %s, and objects do not travel to workers: give a lambda, a method"
                  .formatted(type.getName())
              + " reference, or a record that implements the function");
    }
    ShellVariables.requireNone(type.getName(), "", type.getClassLoader(), NOUN);
    Json state = type.isRecord() ? Bind.write(function) : JsonObject.builder().build();
    return JsonObject.builder().put("object", type.getName()).put("value", state).build();
  }

  private static Object readObject(JsonObject names) {
    Class<?> type = load(names.get("object").asText());
    if (type.isRecord()) {
      return Bind.read(names.get("value"), type, type.getSimpleName());
    }
    try {
      var constructor = type.getDeclaredConstructor();
      Accessible.make(constructor);
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName() + " needs a constructor without parameters", e);
    }
  }

  private static Object readLambda(JsonObject names) {
    Class<?> in = load(names.get("class").asText().replace('/', '.'));
    var form =
        new SerializedLambda(
            in,
            names.get("interface").asText(),
            names.get("method").asText(),
            names.get("signature").asText(),
            names.get("kind").asInt(),
            names.get("implClass").asText(),
            names.get("implMethod").asText(),
            names.get("implSignature").asText(),
            names.get("type").asText(),
            arguments(names.get("captured").asArray()));
    return restored(in, form);
  }

  private static Object[] arguments(JsonArray captured) {
    List<Object> all = new ArrayList<>();
    for (Json each : captured) {
      JsonObject value = each.asObject();
      Class<?> type = load(value.get("class").asText());
      all.add(Bind.read(value.get("value"), type, "captured"));
    }
    return all.toArray();
  }

  /// The compiler has left a method that makes the lambda again.
  private static Object restored(Class<?> in, SerializedLambda form) {
    try {
      Method restore = in.getDeclaredMethod("$deserializeLambda$", SerializedLambda.class);
      Accessible.make(restore);
      return restore.invoke(null, form);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "a function of %s is not in this version of its class; are all workers given the same jars?"
              .formatted(in.getName()),
          e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("no function can be made again from " + in.getName(), e);
    }
  }

  public static Class<?> load(String name) {
    try {
      return Class.forName(name, true, ProgramLoader.seeing(name));
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "class " + name + " cannot be loaded: is its jar on the class path?", e);
    }
  }
}
