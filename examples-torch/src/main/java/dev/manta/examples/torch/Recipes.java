package dev.manta.examples.torch;

// region: imports
import static dev.manta.torch.Tensors.*;
import static org.bytedeco.pytorch.global.torch.allclose;
import static org.bytedeco.pytorch.global.torch.isnan;
import static org.bytedeco.pytorch.global.torch.zeros;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

// endregion

/// What NumPy and PyTorch users type, in Java: each recipe is Python's expression and ours, whose
/// answers are the same. In Python, `a` is `x.numpy()`.
final class Recipes {
  // region: data
  final Tensor x = tensor(new double[][] {{1, -2, 3}, {4, 0.5, -6}});
  final Tensor y = tensor(new double[][] {{1, 1, 1}, {2, 2, 2}});
  final Tensor ids = tensor(2, 0, 1, 2);
  // endregion

  private final Map<String, String> answers = new LinkedHashMap<>();

  private Recipes() {}

  /// The answers by Python's expression, as Python prints them.
  static Map<String, String> answers() {
    var recipes = new Recipes();
    recipes.making();
    recipes.shapes();
    recipes.choosing();
    recipes.calculating();
    recipes.reducing();
    recipes.joining();
    recipes.learning();
    recipes.leaving();
    return recipes.answers;
  }

  private void recipe(String python, Object java) {
    answers.put(
        python,
        switch (java) {
          case Tensor tensor -> show(tensor);
          case long[] numbers -> Arrays.toString(numbers);
          case float[] numbers -> Arrays.toString(numbers);
          case float[][] rows -> Arrays.deepToString(rows);
          case Boolean truth -> truth ? "True" : "False";
          default -> java.toString();
        });
  }

  private void making() {
    // region: making
    recipe("torch.tensor([1.5, 2.0])", tensor(1.5, 2.0));
    recipe("torch.tensor([[1, 2], [3, 4]])", tensor(new int[][] {{1, 2}, {3, 4}}));
    recipe("torch.tensor(3.5)", tensor(3.5));
    recipe(
        "torch.tensor([0.1], dtype=torch.float64)", tensor(new double[] {0.1}, ScalarType.Double));
    recipe("torch.zeros(2, 3)", zeros(2, 3));
    recipe("torch.full((2, 2), 0.5)", full(0.5, 2, 2));
    recipe("torch.arange(2, 8, 3)", arange(2, 8, 3));
    // endregion
  }

  private void shapes() {
    // region: shapes
    recipe("x.shape", shape(x));
    recipe("x.shape[0]", x.size(0));
    recipe("x.dtype == torch.float32", dtype(x) == ScalarType.Float);
    recipe("x.reshape(3, -1)", reshape(x, 3, -1));
    recipe("x.T", x.t());
    recipe("x.transpose(0, 1)", transpose(x, 0, 1));
    recipe("x.permute(1, 0)", permute(x, 1, 0));
    recipe("x.flatten(0)", flatten(x, 0));
    recipe("x.unsqueeze(0)", x.unsqueeze(0));
    recipe("x.long()", to(x, ScalarType.Long));
    recipe("x.to('cpu')", to(x, "cpu"));
    // endregion
  }

  private void choosing() {
    // region: choosing
    recipe("x[0]", index(x, "0"));
    recipe("x[:, -1]", index(x, ":, -1"));
    recipe("x[:, 1:3]", index(x, ":, 1:3"));
    recipe("x[..., ::2]", index(x, "..., ::2"));
    recipe("x[:, None]", index(x, ":, None"));
    recipe("x[:, 0:2]", slice(x, 1, 0, 2));
    recipe("x[torch.tensor([1, 0])]", index(x, tensor(1, 0)));
    recipe("x[x > 0]", index(x, gt(x, 0)));
    recipe("torch.where(x > 0, x, 0)", where(gt(x, 0), x, 0));
    recipe("np.where(a > 0, a, -a)", where(gt(x, 0), x, x.neg()));
    recipe("x.gather(1, torch.tensor([[2], [0]]))", x.gather(1, tensor(new int[][] {{2}, {0}})));
    recipe("x.clone()[:, 0].zero_()", index(x.clone(), ":, 0").zero_());
    // endregion
  }

  private void calculating() {
    // region: calculating
    recipe("x + y", x.add(y));
    recipe("x - 1", sub(x, 1));
    recipe("x / 255", div(x, 255));
    recipe("ids * 2", mul(ids, 2));
    recipe("x ** 2", pow(x, 2));
    recipe("x @ y.T", x.matmul(y.t()));
    recipe("-x", x.neg());
    recipe("x.clamp(-1, 1)", clamp(x, -1, 1));
    recipe("np.abs(a)", x.abs());
    recipe("x > y", x.gt(y));
    recipe("(x > 0) & (x < 3.5)", gt(x, 0).logical_and(lt(x, 3.5)));
    recipe("x.isnan()", isnan(x));
    recipe("torch.allclose(x, x + 1e-9)", allclose(x, add(x, 1e-9)));
    // endregion
  }

  private void reducing() {
    // region: reducing
    recipe("x.sum()", sum(x));
    recipe("x.mean(0)", mean(x, 0));
    recipe("x.mean(1, keepdim=True)", mean(x, 1, true));
    recipe("x.std(0)", std(x, 0));
    recipe("a.std()", x.std(false));
    recipe("x.max()", max(x));
    recipe("x.max(1).values", max(x, 1).values());
    recipe("x.argmax(1)", argmax(x, 1));
    recipe("np.argmin(a)", argmin(x));
    recipe("x.topk(2).indices", topk(x, 2).indices());
    recipe("x.sort(1, descending=True).values", sort(x, 1, true).values());
    recipe("(x > 0).sum()", sum(gt(x, 0)));
    recipe("(x > 0).any()", gt(x, 0).any());
    recipe("ids.bincount()", ids.bincount());
    recipe("x.norm()", x.norm());
    // endregion
  }

  private void joining() {
    // region: joining
    recipe("torch.cat((x, y))", cat(x, y));
    recipe("torch.cat((x, y), dim=1)", cat(List.of(x, y), 1));
    recipe("torch.stack((x[0], y[0]))", stack(index(x, "0"), index(y, "0")));
    recipe("np.vstack((a, a))", cat(x, x));
    // endregion
  }

  private void learning() {
    // region: learning
    recipe("x.softmax(1)", softmax(x, 1));
    recipe("F.log_softmax(x, dim=-1)", logSoftmax(x, -1));
    recipe("F.one_hot(ids, 3)", oneHot(ids, 3));
    recipe(
        "(x.argmax(1) == torch.tensor([2, 1])).double().mean().item()", accuracy(x, tensor(2, 1)));
    recipe("(x - x.mean(0)) / x.std(0)", x.sub(mean(x, 0)).div(std(x, 0)));
    // endregion
  }

  private void leaving() {
    // region: leaving
    recipe("x.mean().item()", item(mean(x)));
    recipe("x.flatten().tolist()", floats(x));
    recipe("x.tolist()", floatRows(x));
    recipe("ids.tolist()", longs(ids));
    recipe("print(x)", show(x));
    // endregion
  }
}
