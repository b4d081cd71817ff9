package dev.manta.internal.loop;

import dev.manta.internal.code.Lambdas;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.List;

/// The class and static method that a method reference points at; the method is empty for a class
/// that implements the function itself.
record Reference(Class<?> type, String method) {
  /// Reads a reference; `noun` is what messages call it.
  static Reference of(Object function, String noun) {
    return Lambdas.form(function)
        .map(form -> ofForm(form, function.getClass().getClassLoader(), noun))
        .orElseGet(() -> ofObject(function, noun));
  }

  private static Reference ofForm(SerializedLambda form, ClassLoader loader, String noun) {
    String place = form.getImplClass().replace('/', '.') + "::" + form.getImplMethodName();
    if (form.getCapturedArgCount() > 0) {
      throw new IllegalArgumentException(
          "the %s %s captures %s, which do not travel to workers: put what it needs into the config"
              .formatted(noun, place, captured(form)));
    }
    if (form.getImplMethodKind() != MethodHandleInfo.REF_invokeStatic) {
      throw new IllegalArgumentException(
          "the %s %s is not a static method: make it static".formatted(noun, place));
    }
    return new Reference(load(form, loader), form.getImplMethodName());
  }

  private static List<String> captured(SerializedLambda form) {
    List<String> types = new ArrayList<>();
    for (int i = 0; i < form.getCapturedArgCount(); i++) {
      Object value = form.getCapturedArg(i);
      types.add(value == null ? "null" : "a " + value.getClass().getName());
    }
    return types;
  }

  private static Class<?> load(SerializedLambda form, ClassLoader loader) {
    try {
      return Class.forName(form.getImplClass().replace('/', '.'), false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the class of a method reference is not loaded", e);
    }
  }

  /// An object of a named class without state is as good as its class.
  private static Reference ofObject(Object function, String noun) {
    Class<?> type = function.getClass();
    boolean stateless = type.getDeclaredFields().length == 0 && !type.isAnonymousClass();
    if (type.isHidden() || !stateless) {
      throw new IllegalArgumentException(
          "the %s is an object of %s, and objects do not travel to workers: give a static method"
                  .formatted(noun, type.getName())
              + " reference such as Train::train, and put what it needs into the config");
    }
    return new Reference(type, "");
  }
}
