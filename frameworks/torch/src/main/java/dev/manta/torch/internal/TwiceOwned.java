package dev.manta.torch.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Module;

/// JavaCPP modules that must never be collected.
///
/// Some of JavaCPP's classes are owned by Java and by the module they are registered with, and are
/// freed twice when both go: the JVM crashes. A model with such parts is held for the life of the
/// process.
public final class TwiceOwned {
  private static final Pattern NAMES =
      Pattern.compile("(BatchNorm|InstanceNorm|Dropout|Pool|Pad|Unpool)[A-Za-z0-9]*Impl$");
  private static final List<Module> HELD = Collections.synchronizedList(new ArrayList<>());

  private TwiceOwned() {}

  /// Holds the module if it needs it; whether it does.
  public static boolean hold(Module module) {
    if (!hasSome(module)) {
      return false;
    }
    HELD.add(module);
    return true;
  }

  private static boolean hasSome(Module module) {
    try (var _ = new PointerScope()) {
      var parts = module.modules();
      for (long i = 0; i < parts.size(); i++) {
        if (NAMES.matcher(parts.get(i).name().getString()).find()) {
          return true;
        }
      }
      return false;
    }
  }
}
