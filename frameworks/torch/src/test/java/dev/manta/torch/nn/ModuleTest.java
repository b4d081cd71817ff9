package dev.manta.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.StepScope;
import dev.manta.torch.models.LeNet;
import dev.manta.torch.models.ResNet18;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModuleTest {
  private final StepScope scope = StepScope.open();

  @AfterEach
  void close() {
    scope.close();
  }

  @Test
  void namesAndTheirOrderAreTorchvisions() {
    assertThat(ResNet18.small(1, 10, 4).stateDict().keySet())
        .startsWith(
            "conv1.weight",
            "bn1.weight",
            "bn1.bias",
            "bn1.running_mean",
            "bn1.running_var",
            "bn1.num_batches_tracked",
            "layer1.0.conv1.weight")
        .contains("layer2.0.downsample.0.weight", "layer2.0.downsample.1.running_var")
        .endsWith("fc.weight", "fc.bias")
        .hasSize(122);
  }

  @Test
  void trainAndEvalReachEveryPart() {
    var model = new Sequential(new Residual(new Dropout(0.5)));
    model.eval();
    assertThat(model.namedModules().values()).noneMatch(Module::isTraining);
    model.train();
    assertThat(model.namedModules().values()).allMatch(Module::isTraining);
  }

  @Test
  void dropoutDropsInTrainingOnly() {
    var dropout = new Dropout(0.5);
    Tensor ones = torch.ones(1000);
    assertThat(Values.of(dropout.call(ones))).contains(0f, 2f).doesNotContain(1f);
    dropout.eval();
    assertThat(Values.of(dropout.call(ones))).containsOnly(1f);
  }

  @Test
  void anotherTypeKeepsTheTensorsAndChangesTheirData() {
    var model = new Sequential(new Linear(3, 2), new BatchNorm1d(2));
    List<Tensor> before = model.parameters();
    model.to(ScalarType.Double);
    assertThat(model.parameters()).isEqualTo(before);
    Tensor out = model.call(torch.ones(4, 3).to(ScalarType.Double));
    assertThat(out.scalar_type().intern()).isEqualTo(ScalarType.Double);
    out.sum().backward();
    assertThat(before.getFirst().grad().scalar_type().intern()).isEqualTo(ScalarType.Double);
  }

  @Test
  void aLoadedStateIsCopied() {
    var source = new LeNet(10);
    var target = new LeNet(10);
    target.load(source.stateDict());
    Tensor images = torch.ones(1, 1, 28, 28);
    assertThat(Values.of(target.call(images))).containsExactly(Values.of(source.call(images)));
    assertThat(target.parameters()).doesNotContainAnyElementsOf(source.parameters());
  }

  @Test
  void frozenParametersGetNoGradient() {
    var first = new Linear(3, 3);
    var model = new Sequential(first, new Linear(3, 2));
    first.freeze();
    model.call(torch.ones(1, 3)).sum().backward();
    assertThat(first.weight().grad().defined()).isFalse();
    assertThat(Values.parameter(model, "1.weight").grad().defined()).isTrue();
  }

  @Test
  void aCallLetsOnlyItsOutputOut() {
    var model = new LeNet(10);
    Tensor images = torch.ones(1, 1, 28, 28);
    model.call(images);
    long before = Pointer.totalCount();
    Tensor out = model.call(images);
    assertThat(Pointer.totalCount()).isEqualTo(before + 1);
    assertThat(out.shape()).containsExactly(1, 10);
  }

  @Test
  void theResultOfAnInPlaceOperatorSurvivesTheCall() {
    var model =
        new Module() {
          @Override
          public Tensor forward(Tensor x) {
            return x.add(new Scalar(1)).relu_();
          }
        };
    Tensor out = model.call(torch.ones(2));
    System.gc();
    assertThat(Values.of(out)).containsExactly(2f, 2f);
  }

  @Test
  void aLossMayBeReadUntilTheNextStepEnds() {
    Tensor loss = new Linear(3, 1).call(torch.ones(1, 3)).sum();
    scope.advance();
    assertThat(loss.item_float()).isFinite();
    scope.advance();
    assertThat(loss.isNull()).isTrue();
  }

  @Test
  void aTensorThatIsKeptOutlivesItsStep() {
    Tensor kept = Lifetime.keepTensor(torch.ones(2));
    scope.advance();
    scope.advance();
    System.gc();
    assertThat(Values.of(kept)).containsExactly(1f, 1f);
  }

  @Test
  void aFreedTensorInsideAForwardIsNamed() {
    var held = new AtomicReference<>(torch.ones(3));
    var model =
        new Module() {
          @Override
          public Tensor forward(Tensor x) {
            return x.add(held.get());
          }

          @Override
          String name() {
            return "Adder";
          }
        };
    scope.advance();
    scope.advance();
    assertThatThrownBy(() -> model.call(torch.ones(3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the forward function of Adder uses was freed when its step ended");
  }

  @Test
  void aNameIsTakenOnce() {
    assertThatThrownBy(
            () ->
                new Module() {
                  {
                    add("a", new ReLU());
                    add("a", new ReLU());
                  }

                  @Override
                  public Tensor forward(Tensor x) {
                    return x;
                  }
                })
        .hasMessageContaining("has a part 'a' already");
  }

  @Test
  void aSharedParameterIsListedOnce() {
    var shared = new Linear(3, 3);
    var model = new Sequential(shared, new ReLU(), shared);
    assertThat(model.parameters()).hasSize(2);
    assertThat(model.namedParameters())
        .containsOnlyKeys("0.weight", "0.bias", "2.weight", "2.bias");
  }

  @Test
  void aSummaryNamesPartsAndCountsParameters() {
    assertThat(new Sequential(new Linear(3, 2), new ReLU()).summary(5, 3))
        .isEqualTo(
            """
            Sequential
              0: Linear (3 → 2)               8
              1: ReLU
            8 parameters, 8 trained, 0.0 MB, output [5, 2]
            """);
  }
}
