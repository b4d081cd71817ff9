package dev.manta.torch;

import static dev.manta.torch.Tensors.*;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Every function of [Tensors], under the names that `tensors.py` gives its cases.
final class TensorCases {
  private final Map<String, Tensor> cases = new LinkedHashMap<>();
  private final Tensor x = tensor(new double[][] {{0.5, -1.25, 3}, {2, 0.25, -0.75}});
  private final Tensor ids = tensor(2, 0, 1, 2);
  private final Tensor cube = reshape(arange(24), 2, 3, 4);

  private TensorCases() {}

  static Map<String, Tensor> all() {
    var made = new TensorCases();
    made.creating();
    made.indexing();
    made.choosing();
    made.reducing();
    made.shaping();
    made.calculating();
    made.showing();
    made.showingMuch();
    return made.cases;
  }

  private void creating() {
    cases.put("tensor_number", tensor(2.5));
    cases.put("tensor_whole", tensor(7));
    cases.put("tensor_floats", tensor(1.5f, 2.25f));
    cases.put("tensor_ints", tensor(1, 2, 3));
    cases.put("tensor_bools", tensor(true, false));
    cases.put("tensor_rows", tensor(new float[][] {{0.5f, -1.25f, 3}, {2, 0.25f, -0.75f}}));
    cases.put("tensor_whole_rows", tensor(new long[][] {{1, 2}, {3, 4}}));
    cases.put("tensor_doubles", tensor(new double[] {0.1, 1e-3}, ScalarType.Double));
    cases.put("tensor_deep", tensor(new float[][][] {{{1}, {2}}, {{3}, {4}}}, ScalarType.Half));
    cases.put("tensor_none", tensor(new double[0]));
    cases.put("tensor_no_rows", tensor(new float[2][0]));
    cases.put("arange", arange(5));
    cases.put("arange_from", arange(2, 6));
    cases.put("arange_steps", arange(10, 0, -3));
    cases.put("full", full(3.5, 2, 2));
  }

  private void indexing() {
    cases.put("index_place", index(x, "0"));
    cases.put("index_last", index(x, ":, -1"));
    cases.put("index_slice", index(cube, "0, 1:3, ::2"));
    cases.put("index_from", index(cube, "1:, :2"));
    cases.put("index_ellipsis", index(cube, "..., -1"));
    cases.put("index_none", index(x, ":, None"));
    cases.put("index_none_last", index(x, "..., None"));
    cases.put("index_beyond", index(cube, ":, 1:100"));
    cases.put("index_rows", index(x, tensor(1, 0, 1)));
    cases.put("index_mask", index(x, gt(x, 0.4)));
    cases.put("select", select(cube, 1, -1));
    cases.put("slice", slice(cube, 2, 1, 3));
    cases.put("slice_negative", slice(cube, 1, -2, -1));
    cases.put("slice_steps", slice(cube, -1, 0, 4, 3));
  }

  private void choosing() {
    cases.put("where", where(gt(x, 0), x, torch.zeros(2, 3)));
    cases.put("where_number", where(gt(x, 0), x, -1));
    cases.put("where_number_first", where(gt(x, 0), 9, x));
    cases.put("argmax", argmax(x));
    cases.put("argmax_rows", argmax(x, 1));
    cases.put("argmax_last_kept", argmax(x, -1, true));
    cases.put("argmin", argmin(x));
    cases.put("argmin_columns", argmin(x, 0));
    cases.put("max", max(x));
    cases.put("max_values", max(x, 1).values());
    cases.put("max_indices", max(x, 1).indices());
    cases.put("min", min(x));
    cases.put("min_values", min(x, 0).values());
    cases.put("min_indices", min(x, 0).indices());
    cases.put("topk_values", topk(x, 2).values());
    cases.put("topk_indices", topk(x, 2).indices());
    cases.put("topk_columns", topk(x, 1, 0).indices());
    cases.put("sort_values", sort(x, 1).values());
    cases.put("sort_descending", sort(x, 1, true).indices());
  }

  private void reducing() {
    cases.put("sum", sum(x));
    cases.put("sum_rows", sum(x, 1));
    cases.put("sum_two", sum(cube, 0, 2));
    cases.put("sum_kept", sum(x, 1, true));
    cases.put("mean", mean(x));
    cases.put("mean_columns", mean(x, 0));
    cases.put("mean_kept", mean(x, -1, true));
    cases.put("std", std(x));
    cases.put("std_columns", std(x, 0));
    cases.put("std_kept", std(x, 1, true));
    cases.put("softmax", softmax(x, 1));
    cases.put("log_softmax", logSoftmax(x, -1));
  }

  private void shaping() {
    cases.put("cat", cat(x, x));
    cases.put("cat_columns", cat(List.of(x, x), 1));
    cases.put("stack", stack(ids, ids));
    cases.put("stack_last", stack(List.of(ids, ids), -1));
    cases.put("reshape", reshape(cube, 4, -1));
    cases.put("flatten", flatten(cube, 1));
    cases.put("transpose", transpose(cube, 1, 2));
    cases.put("permute", permute(cube, 2, 0, 1));
    cases.put("to_whole", to(x, ScalarType.Long));
    cases.put("to_bfloat16", to(to(x, "cpu"), ScalarType.BFloat16));
    cases.put("one_hot", oneHot(ids, 4));
  }

  private void calculating() {
    cases.put("add", add(ids, 2));
    cases.put("sub", sub(x, 0.5));
    cases.put("mul", mul(ids, 2));
    cases.put("mul_fraction", mul(ids, 0.5));
    cases.put("div", div(ids, 2));
    cases.put("pow", pow(x, 2));
    cases.put("clamp", clamp(x, -1, 1));
    cases.put("eq", eq(ids, tensor(2, 1, 1, 0)));
    cases.put("eq_number", eq(ids, 2));
    cases.put("gt", gt(x, 0.25));
    cases.put("ge", ge(x, 0.25));
    cases.put("lt", lt(x, 0.25));
    cases.put("le", le(x, 0.25));
  }

  private void showing() {
    cases.put("show_whole_fractions", tensor(1.0, -20, 0));
    cases.put("show_exponents", tensor(1e-5, 1, 123456));
    cases.put("show_large", tensor(2e9, 1));
    double infinity = Double.POSITIVE_INFINITY;
    cases.put("show_not_finite", tensor(Double.NaN, infinity, 1.5, -infinity));
    cases.put("show_only_not_finite", tensor(Double.NaN, -infinity));
    cases.put("show_negative_zero", tensor(-0.0, 1.25, -0.00001 * 20));
    cases.put(
        "show_rounding",
        tensor(new double[] {0.00025, 0.00035, 2.00005, 9.99995}, ScalarType.Double));
    cases.put("show_zeros", torch.zeros(3));
    cases.put("show_int32", tensor(new int[] {1, 2}, ScalarType.Int));
    cases.put("show_uint8", tensor(new int[][] {{255, 0}}, ScalarType.Byte));
    cases.put("show_no_whole_numbers", tensor(new long[0]));
    cases.put("show_trained", torch.ones(2).requires_grad_(true));
    cases.put("show_computed", torch.zeros(2, 2).requires_grad_(true).exp());
  }

  private void showingMuch() {
    cases.put("show_lines", div(arange(40), 8));
    cases.put("show_cut_vector", arange(1001));
    cases.put("show_cut_rows", reshape(arange(1, 2001), 2, 1000));
    cases.put("show_cut_all", div(reshape(arange(2000), 20, 10, 10), 4));
    cases.put("show_cut_columns_only", torch.zeros(2, 3, 400));
    cases.put("show_double_lines", to(add(arange(9), 0.125), ScalarType.Double));
    Tensor doubles = to(div(arange(10), 8), ScalarType.Double);
    cases.put("show_long_suffix", doubles.requires_grad_(true));
    cases.put("show_four", reshape(arange(16), 2, 2, 2, 2));
  }
}
