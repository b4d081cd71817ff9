package dev.manta.xgboost.internal.library;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// What XGBoost says while it works, without what tells users nothing.
public final class LibraryLog {
  private static final NativeFunction REGISTER = NativeFunction.of("XGBRegisterLogCallback", "p");
  private static final List<String> UNSAID =
      List.of(" got rank ", "manually specified the `updater`", "Failed to connect to:127.0.0.1:");
  private static final MemorySegment LISTENER = listener();

  private LibraryLog() {}

  /// Hears what is said by calls of this thread.
  public static void hear() {
    REGISTER.call(LISTENER);
  }

  private static MemorySegment listener() {
    try {
      var type = MethodType.methodType(void.class, MemorySegment.class);
      var said = MethodHandles.lookup().findStatic(LibraryLog.class, "said", type);
      return Linker.nativeLinker()
          .upcallStub(said, FunctionDescriptor.ofVoid(ValueLayout.ADDRESS), Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Called by XGBoost; throws nothing.
  static void said(MemorySegment message) {
    try {
      String text = NativeTexts.read(message);
      if (UNSAID.stream().noneMatch(text::contains)) {
        System.err.println("xgboost: " + text.strip());
      }
    } catch (RuntimeException | Error _) {
      // a line of a log is lost
    }
  }
}
