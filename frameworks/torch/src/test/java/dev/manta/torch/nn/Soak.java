package dev.manta.torch.nn;

import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.StepScope;
import dev.manta.torch.models.LeNet;
import dev.manta.torch.optim.AdamW;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Many steps in a JVM of their own: `memory STEPS` trains and prints what is held, `gc STEPS` runs
/// every module and collects garbage after each step.
final class Soak {
  private Soak() {}

  public static void main(String[] args) throws IOException {
    Natives.threads(1);
    int steps = Integer.parseInt(args[1]);
    if (args[0].equals("memory")) {
      memory(steps);
    } else {
      collect(steps);
    }
    System.out.println("done " + steps);
  }

  private static void memory(int steps) throws IOException {
    var model = new LeNet(10);
    var optimizer = new AdamW(model.parameters(), 1e-3);
    try (var scope = StepScope.open()) {
      for (int step = 1; step <= steps; step++) {
        train(model, optimizer);
        scope.advance();
        if (step == 1) {
          System.gc(); // what the start has left is not a step's
        }
        if (step % (steps / 10) == 0) {
          System.out.printf("%s %s %s%n", step, Pointer.totalCount(), residentKilobytes());
        }
      }
    }
  }

  private static void train(LeNet model, AdamW optimizer) {
    optimizer.zeroGrad();
    Tensor images = torch.rand(16, 1, 28, 28);
    Tensor loss = Losses.crossEntropy(model.call(images), Fill.ids(1, 10, 16));
    loss.backward();
    optimizer.step();
  }

  private static void collect(int steps) {
    List<ParityCases.Case> cases = new ArrayList<>(ParityCases.small().values());
    List<Module> modules = cases.stream().map(each -> each.module().get()).toList();
    try (var scope = StepScope.open()) {
      for (int step = 0; step < steps; step++) {
        for (int i = 0; i < modules.size(); i++) {
          run(modules.get(i), cases.get(i));
        }
        scope.advance();
        System.gc();
      }
    }
  }

  /// Forward and backward, then on as another module of the same kind would: new ones come, old
  /// ones go.
  private static void run(Module module, ParityCases.Case given) {
    Tensor x = given.input().get();
    if (x.is_floating_point()) {
      x.set_requires_grad(true);
    }
    given.forward().apply(module).apply(x).sum().backward();
    given.module().get().call(x);
  }

  private static long residentKilobytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElse(0);
  }
}
