package dev.manta.internal.loop;

import dev.manta.internal.code.Snippets;

/// A function by name with its config: what travels to a worker instead of code.
///
/// @param className the class as `Class.forName` takes it
/// @param method a static method, or empty for a class that implements the loop's interface
/// @param configClass the class of the config, or empty when there is none
/// @param config the config as JSON
public record LoopSpec(String className, String method, String configClass, String config) {
  private static final String LAMBDA = "lambda$";

  /// As users write it.
  public String name() {
    String type = Snippets.written(className);
    return method.isEmpty() ? type : type + "::" + method;
  }

  /// The last part of the class's name, or that of a script.
  public String simpleName() {
    String type = Snippets.written(className);
    String file = type.substring(type.lastIndexOf('/') + 1);
    return file.equals(type)
        ? type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1)
        : file.replaceFirst("\\.[^.]*$", "");
  }

  /// Whether both name one function; the compiler numbers lambdas and a shell what is typed, so
  /// those of a class, and classes of one name, are the same.
  public boolean isSameFunction(LoopSpec other) {
    boolean lambdas = method.startsWith(LAMBDA) && other.method.startsWith(LAMBDA);
    return Snippets.written(className).equals(Snippets.written(other.className))
        && (lambdas || method.equals(other.method));
  }
}
