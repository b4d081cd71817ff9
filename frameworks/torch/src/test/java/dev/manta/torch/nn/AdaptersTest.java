package dev.manta.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.internal.StepScope;
import dev.manta.torch.internal.TwiceOwned;
import java.nio.file.Path;
import org.bytedeco.pytorch.BatchNorm1dImpl;
import org.bytedeco.pytorch.BatchNormOptions;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdaptersTest {
  private final StepScope scope = StepScope.open();

  @AfterEach
  void close() {
    scope.close();
  }

  /// As users of JavaCPP write it.
  private static final class Net extends org.bytedeco.pytorch.Module {
    private final LinearImpl first = register_module("first", new LinearImpl(3, 4));
    private final LinearImpl second = register_module("second", new LinearImpl(4, 2));

    Tensor forward(Tensor x) {
      return second.forward(torch.relu(first.forward(x)));
    }
  }

  @Test
  void aJavaCppModuleKeepsItsNamesAndIsTrained() {
    var net = new Net();
    var model = JavaCppModule.of(net, net::forward);
    assertThat(model.namedParameters())
        .containsOnlyKeys("first.weight", "first.bias", "second.weight", "second.bias");
    model.call(torch.ones(1, 3)).sum().backward();
    assertThat(Values.parameter(model, "second.bias").grad().defined()).isTrue();
  }

  @Test
  void aJavaCppModuleSeesNewDataAndMode() {
    var net = new Net();
    var model = JavaCppModule.of(net, net::forward);
    model.to(ScalarType.Double);
    model.eval();
    scope.advance();
    scope.advance();
    System.gc();
    Tensor out = model.call(torch.ones(1, 3).to(ScalarType.Double));
    assertThat(out.scalar_type().intern()).isEqualTo(ScalarType.Double);
    assertThat(net.is_training()).isFalse();
  }

  /// With a part that JavaCPP frees twice.
  private static final class Normed extends org.bytedeco.pytorch.Module {
    private final LinearImpl first = register_module("first", new LinearImpl(3, 4));
    private final BatchNorm1dImpl norm =
        register_module("norm", new BatchNorm1dImpl(new BatchNormOptions(4)));

    Tensor forward(Tensor x) {
      return norm.forward(first.forward(x));
    }
  }

  @Test
  void aModelThatWouldCrashWhenCollectedIsHeld() {
    assertThat(TwiceOwned.hold(new Net())).isFalse();
    for (int i = 0; i < 20; i++) {
      var normed = new Normed();
      assertThat(JavaCppModule.of(normed, normed::forward).call(torch.ones(5, 3)).shape())
          .containsExactly(5, 4);
    }
    scope.advance();
    scope.advance();
    for (int i = 0; i < 5; i++) {
      System.gc();
      assertThat(new Linear(3, 2).call(torch.ones(1, 3)).shape()).containsExactly(1, 2);
    }
  }

  @Test
  void aScriptIsReadTrainedAndRun(@TempDir Path directory) {
    Path file = directory.resolve("net.pt");
    script().save(file.toString());
    var model = Script.load(file);
    scope.advance();
    scope.advance();
    System.gc();
    assertThat(model.namedParameters()).containsOnlyKeys("weight");
    Tensor out = model.call(torch.ones(2));
    assertThat(Values.of(out)).containsExactly(3f, 3f);
    out.sum().backward();
    assertThat(Values.of(Values.parameter(model, "weight").grad())).containsExactly(1f, 1f);
  }

  @Test
  void aMissingScriptIsNamed() {
    assertThatThrownBy(() -> Script.load(Path.of("nowhere.pt")))
        .hasMessageContaining("nowhere.pt is not a file");
  }

  private static JitModule script() {
    var module = new JitModule(new org.bytedeco.pytorch.QualifiedName("Net"));
    Tensor weight = torch.ones(2).add(torch.ones(2));
    weight.set_requires_grad(true);
    module.register_parameter("weight", weight, false);
    module.define("def forward(self, x):\n    return x * self.weight + 1\n");
    return module;
  }
}
