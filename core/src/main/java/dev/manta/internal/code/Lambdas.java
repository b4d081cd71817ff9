package dev.manta.internal.code;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.invoke.SerializedLambda;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lambdas and method references by the names that the compiler has left in them.
public final class Lambdas {
  private Lambdas() {}

  /// What a function that can be serialized stands for; empty for an object of any other class.
  ///
  /// Java's serialization is asked because it needs no package opened, whatever module the function
  /// is in.
  public static Optional<SerializedLambda> form(Object function) {
    try (var reader = new Reader()) {
      reader.writeObject(function);
      return Optional.ofNullable(reader.form);
    } catch (IOException noLambda) {
      return Optional.empty();
    }
  }

  /// Takes the first object as serialization would write it, and writes nothing of it.
  private static final class Reader extends ObjectOutputStream {
    private @Nullable SerializedLambda form;

    Reader() throws IOException {
      super(OutputStream.nullOutputStream());
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object written) {
      form = written instanceof SerializedLambda found ? found : null;
      return "";
    }
  }
}
