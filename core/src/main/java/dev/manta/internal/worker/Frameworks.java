package dev.manta.internal.worker;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.train.Framework;
import dev.manta.train.TrainContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The frameworks that a training function has entered; left in reverse order.
final class Frameworks implements AutoCloseable {
  private final Deque<Framework.Entered> entered = new ArrayDeque<>();

  private final List<Framework> installed;

  private Frameworks(List<Framework> installed) {
    this.installed = installed;
  }

  static Frameworks enter(ClassLoader loader, TrainContext<?> context) {
    var all = new Frameworks(Framework.installed(loader));
    try {
      all.installed.forEach(each -> all.entered.push(each.enter(context)));
    } catch (RuntimeException | Error e) {
      all.close();
      throw e;
    }
    return all;
  }

  /// What a function threw, in words that a framework has for it; its place stays.
  RuntimeException explained(RuntimeException thrown) {
    for (Framework framework : installed) {
      Optional<String> advice = framework.advice(thrown);
      if (advice.isPresent()) {
        var explained = new MantaException(ErrorCode.USER, advice.get());
        explained.setStackTrace(thrown.getStackTrace());
        explained.addSuppressed(thrown);
        return explained;
      }
    }
    return thrown;
  }

  @Override
  public void close() {
    while (!entered.isEmpty()) {
      entered.pop().close();
    }
  }
}
