package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.Torch;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.optim.SGD;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A training function that uses a tensor after its step is told so; one that keeps it is not.
@Timeout(300)
public class FreedTest {
  @TempDir Path directory;

  /// What a test asks for.
  ///
  /// @param keeps whether the total is kept
  public record Config(boolean keeps) {}

  @Test
  void aTotalThatWasNotKeptIsNamed() {
    var trainer = new Runs(directory).trainer(1, FreedTest::totals, new Config(false));
    assertThatThrownBy(trainer::fit)
        .hasMessageContaining("a tensor was freed when its step ended")
        .hasMessageContaining("torch.keep(tensor)");
  }

  @Test
  void aTotalThatIsKeptAddsUp() {
    var result = new Runs(directory).fit(1, FreedTest::totals, new Config(true));
    assertThat(result.returnValue(Double.class)).contains(5.0);
  }

  /// Adds up a tensor over five steps.
  public static double totals(TrainContext<Config> ctx) {
    Torch manta = Torch.of(ctx);
    Linear model = manta.prepare(new Linear(2, 1));
    var optimizer = manta.prepare(new SGD(model.parameters(), 0.1));
    Tensor total = manta.keep(torch.zeros(1));
    for (int step = 0; step < 5; step++) {
      optimizer.zeroGrad();
      model.call(torch.ones(1, 2)).sum().backward();
      optimizer.step();
      if (step % 3 == 0 || ctx.config().keeps()) {
        total = total.add(torch.ones(1));
        total = ctx.config().keeps() ? manta.keep(total) : total;
      }
    }
    return total.item_double();
  }
}
