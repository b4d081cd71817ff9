package dev.manta.torch;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Devices;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorIndex;
import org.bytedeco.pytorch.TensorIndexVector;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// What Python users type on tensors, as functions: `argmax(x, 1)`, `index(x, "1:3, -1")`, `mul(x,
/// 2)`. Dimensions may be negative and count from the last then.
///
/// Results are tensors of the step, as those of every operator. Wrong shapes and types are an
/// [IllegalArgumentException] that names them.
public final class Tensors {
  static {
    Natives.load();
  }

  /// Values, and the place of each along its dimension, as Python's `max(dim)`, `sort` and `topk`
  /// return them.
  public record Located(Tensor values, Tensor indices) {}

  private Tensors() {}

  /// A fraction without dimensions, float32.
  public static Tensor tensor(double value) {
    return tensor(new double[] {value}).squeeze();
  }

  /// A whole number without dimensions, int64.
  public static Tensor tensor(long value) {
    return tensor(new long[] {value}).squeeze();
  }

  /// A vector of float32.
  public static Tensor tensor(float... values) {
    return TensorArrays.tensor(values);
  }

  /// A vector of float32, as Python makes of its floats; [#tensor(Object, ScalarType)] keeps all
  /// their digits.
  public static Tensor tensor(double... values) {
    return TensorArrays.tensor(values);
  }

  /// A vector of int64.
  public static Tensor tensor(long... values) {
    return TensorArrays.tensor(values);
  }

  /// A vector of int64, as Python makes of its whole numbers.
  public static Tensor tensor(int... values) {
    return TensorArrays.tensor(values);
  }

  /// A vector of bool.
  public static Tensor tensor(boolean... values) {
    return TensorArrays.tensor(values);
  }

  /// Rows of float32; all are equally long.
  public static Tensor tensor(float[][] rows) {
    return TensorArrays.tensor(rows);
  }

  /// Rows of float32.
  public static Tensor tensor(double[][] rows) {
    return TensorArrays.tensor(rows);
  }

  /// Rows of int64.
  public static Tensor tensor(long[][] rows) {
    return TensorArrays.tensor(rows);
  }

  /// Rows of int64.
  public static Tensor tensor(int[][] rows) {
    return TensorArrays.tensor(rows);
  }

  /// Arrays of numbers, nested as deep as the tensor has dimensions, as this type: `tensor(doubles,
  /// ScalarType.Double)`.
  public static Tensor tensor(Object arrays, ScalarType type) {
    return TensorArrays.tensor(arrays, type);
  }

  /// The whole numbers below a limit, from 0: int64.
  public static Tensor arange(long limit) {
    return arange(0, limit, 1);
  }

  /// The whole numbers from one up to, and without, another.
  public static Tensor arange(long from, long limit) {
    return arange(from, limit, 1);
  }

  /// Whole numbers in steps.
  public static Tensor arange(long from, long limit, long step) {
    return Checked.call(
        "arange",
        () -> torch.arange(new Scalar(from), new Scalar(limit), new Scalar(step)),
        from,
        limit,
        step);
  }

  /// A tensor of this shape that holds one number everywhere: float32.
  public static Tensor full(double value, long... shape) {
    return Checked.call("full", () -> torch.full(shape, new Scalar(value)), value, shape);
  }

  /// The part that a subscript names, as Python's `x[1:3, -1]`: places, slices, `None` and `...`,
  /// separated by commas. It is a view: what changes it changes `x`.
  public static Tensor index(Tensor x, String subscript) {
    return Checked.call("index", () -> Subscript.parse(subscript).of(x), x, subscript);
  }

  /// Python's `x[indices]`: of a bool tensor, where it is true; of whole numbers, the rows at these
  /// places. It is a copy.
  public static Tensor index(Tensor x, Tensor indices) {
    return Checked.call(
        "index", () -> x.index(new TensorIndexVector(new TensorIndex(indices))), x, indices);
  }

  /// Python's `x[place]` along a dimension, which goes away.
  public static Tensor select(Tensor x, long dim, long place) {
    return Checked.call("select", () -> x.select(dim, place), x, dim, place);
  }

  /// Python's `x[from:to]` along a dimension; places beyond its ends are its ends.
  public static Tensor slice(Tensor x, long dim, long from, long to) {
    return slice(x, dim, from, to, 1);
  }

  /// Python's `x[from:to:step]` along a dimension.
  public static Tensor slice(Tensor x, long dim, long from, long to, long step) {
    return Checked.call(
        "slice",
        () -> x.slice(dim, new LongOptional(from), new LongOptional(to), step),
        x,
        dim,
        from,
        to,
        step);
  }

  /// The value of one tensor where a condition holds, and of the other elsewhere.
  public static Tensor where(Tensor condition, Tensor yes, Tensor no) {
    return Checked.call("where", () -> torch.where(condition, yes, no), condition, yes, no);
  }

  /// The values of a tensor where a condition holds, and a number elsewhere.
  public static Tensor where(Tensor condition, Tensor yes, Number no) {
    return Checked.call("where", () -> torch.where(condition, yes, scalar(no)), condition, yes, no);
  }

  /// A number where a condition holds, and the values of a tensor elsewhere.
  public static Tensor where(Tensor condition, Number yes, Tensor no) {
    return Checked.call("where", () -> torch.where(condition, scalar(yes), no), condition, yes, no);
  }

  /// The place of the largest of all values.
  public static Tensor argmax(Tensor x) {
    return Checked.call("argmax", () -> x.argmax(), x);
  }

  /// The place of the largest value along a dimension.
  public static Tensor argmax(Tensor x, long dim) {
    return argmax(x, dim, false);
  }

  /// The same, with that dimension kept as one of size 1.
  public static Tensor argmax(Tensor x, long dim, boolean keepdim) {
    return Checked.call("argmax", () -> x.argmax(new LongOptional(dim), keepdim), x, dim);
  }

  /// The place of the smallest of all values.
  public static Tensor argmin(Tensor x) {
    return Checked.call("argmin", () -> x.argmin(), x);
  }

  /// The place of the smallest value along a dimension.
  public static Tensor argmin(Tensor x, long dim) {
    return Checked.call("argmin", () -> x.argmin(new LongOptional(dim), false), x, dim);
  }

  /// The largest of all values.
  public static Tensor max(Tensor x) {
    return Checked.call("max", () -> x.max(), x);
  }

  /// The largest values along a dimension, and where they are.
  public static Located max(Tensor x, long dim) {
    return Checked.call("max", () -> located(x.max(dim, false)), x, dim);
  }

  /// The smallest of all values.
  public static Tensor min(Tensor x) {
    return Checked.call("min", () -> x.min(), x);
  }

  /// The smallest values along a dimension, and where they are.
  public static Located min(Tensor x, long dim) {
    return Checked.call("min", () -> located(x.min(dim, false)), x, dim);
  }

  /// The `count` largest values along the last dimension, the largest first, and where they are.
  public static Located topk(Tensor x, long count) {
    return topk(x, count, -1);
  }

  /// The same along another dimension.
  public static Located topk(Tensor x, long count, long dim) {
    return Checked.call("topk", () -> located(x.topk(count, dim, true, true)), x, count, dim);
  }

  /// Values in ascending order along a dimension, and where they were.
  public static Located sort(Tensor x, long dim) {
    return sort(x, dim, false);
  }

  /// The same, in descending order if asked for.
  public static Located sort(Tensor x, long dim, boolean descending) {
    return Checked.call("sort", () -> located(x.sort(dim, descending)), x, dim);
  }

  private static Located located(T_TensorTensor_T pair) {
    return new Located(Lifetime.outOf(pair, pair.get0()), Lifetime.outOf(pair, pair.get1()));
  }

  /// The sum of all values, or along some dimensions, which go away.
  public static Tensor sum(Tensor x, long... dims) {
    return Checked.call("sum", () -> dims.length == 0 ? x.sum() : x.sum(dims), x, dims);
  }

  /// The sum along a dimension, which is kept as one of size 1 if asked for.
  public static Tensor sum(Tensor x, long dim, boolean keepdim) {
    return Checked.call("sum", () -> x.sum(new long[] {dim}, keepdim, Absent.TYPE), x, dim);
  }

  /// The mean of all values, or along some dimensions, which go away. Whole numbers need
  /// [#to(Tensor, ScalarType)] first.
  public static Tensor mean(Tensor x, long... dims) {
    return Checked.call("mean", () -> dims.length == 0 ? x.mean() : x.mean(dims), x, dims);
  }

  /// The mean along a dimension, which is kept as one of size 1 if asked for.
  public static Tensor mean(Tensor x, long dim, boolean keepdim) {
    return Checked.call("mean", () -> x.mean(new long[] {dim}, keepdim, Absent.TYPE), x, dim);
  }

  /// The standard deviation of all values, or along some dimensions, divided by one less than their
  /// number as in PyTorch; NumPy divides by their number.
  public static Tensor std(Tensor x, long... dims) {
    return Checked.call("std", () -> dims.length == 0 ? x.std() : x.std(dims, true), x, dims);
  }

  /// The standard deviation along a dimension, which is kept as one of size 1 if asked for.
  public static Tensor std(Tensor x, long dim, boolean keepdim) {
    return Checked.call("std", () -> x.std(new long[] {dim}, true, keepdim), x, dim);
  }

  /// Shares of one along a dimension.
  public static Tensor softmax(Tensor x, long dim) {
    return Checked.call("softmax", () -> x.softmax(dim), x, dim);
  }

  /// The logarithms of [#softmax].
  public static Tensor logSoftmax(Tensor x, long dim) {
    return Checked.call("logSoftmax", () -> x.log_softmax(dim), x, dim);
  }

  /// Rows below one another: along dimension 0.
  public static Tensor cat(Tensor... tensors) {
    return cat(List.of(tensors), 0);
  }

  /// Tensors one after the other along a dimension that they have.
  public static Tensor cat(List<Tensor> tensors, long dim) {
    Tensor[] all = all("cat", tensors);
    return Checked.call("cat", () -> torch.cat(new TensorVector(all), dim), all, dim);
  }

  /// Tensors of one shape in a new first dimension.
  public static Tensor stack(Tensor... tensors) {
    return stack(List.of(tensors), 0);
  }

  /// Tensors of one shape in a new dimension.
  public static Tensor stack(List<Tensor> tensors, long dim) {
    Tensor[] all = all("stack", tensors);
    return Checked.call("stack", () -> torch.stack(new TensorVector(all), dim), all, dim);
  }

  private static Tensor[] all(String name, List<Tensor> tensors) {
    tensors.forEach(each -> Lifetime.alive(each, "a tensor given to " + name));
    return tensors.toArray(Tensor[]::new);
  }

  /// The same values in another shape; one size may be -1, which is then what is left.
  public static Tensor reshape(Tensor x, long... shape) {
    return Checked.call("reshape", () -> x.reshape(shape), x, shape);
  }

  /// All dimensions from this one on as one: `flatten(images, 1)`.
  public static Tensor flatten(Tensor x, long from) {
    return Checked.call("flatten", () -> x.flatten(from, -1), x, from);
  }

  /// Two dimensions exchanged.
  public static Tensor transpose(Tensor x, long one, long other) {
    return Checked.call("transpose", () -> x.transpose(one, other), x, one, other);
  }

  /// All dimensions in another order.
  public static Tensor permute(Tensor x, long... dims) {
    return Checked.call("permute", () -> x.permute(dims), x, dims);
  }

  /// The same values as another type.
  public static Tensor to(Tensor x, ScalarType type) {
    return Checked.call("to", () -> x.to(type), x, type);
  }

  /// The same values on a device, such as [Torch#device()].
  public static Tensor to(Tensor x, Device device) {
    return Checked.call("to", () -> x.to(device, x.scalar_type()), x);
  }

  /// The same values on a device by name: `cpu`, `cuda:0`.
  public static Tensor to(Tensor x, String device) {
    return to(x, Checked.call("to", () -> Devices.named(device), x, device));
  }

  /// The type, as the constant that `==` and `switch` want.
  public static ScalarType dtype(Tensor x) {
    return Lifetime.alive(x, "the tensor").scalar_type().intern();
  }

  /// For each class number a row with a 1 at that place, of so many places: int64, as in Python.
  public static Tensor oneHot(Tensor classes, long count) {
    return Checked.call("oneHot", () -> torch.one_hot(classes, count), classes, count);
  }

  /// `x + y`; whole numbers stay whole.
  public static Tensor add(Tensor x, Number y) {
    return Checked.call("add", () -> x.add(scalar(y)), x, y);
  }

  /// `x - y`.
  public static Tensor sub(Tensor x, Number y) {
    return Checked.call("sub", () -> x.sub(scalar(y)), x, y);
  }

  /// `x * y`.
  public static Tensor mul(Tensor x, Number y) {
    return Checked.call("mul", () -> x.mul(scalar(y)), x, y);
  }

  /// `x / y`.
  public static Tensor div(Tensor x, Number y) {
    return Checked.call("div", () -> x.div(scalar(y)), x, y);
  }

  /// `x ** y`.
  public static Tensor pow(Tensor x, Number y) {
    return Checked.call("pow", () -> x.pow(scalar(y)), x, y);
  }

  /// Every value brought between two numbers.
  public static Tensor clamp(Tensor x, Number min, Number max) {
    return Checked.call(
        "clamp",
        () -> x.clamp(new ScalarOptional(scalar(min)), new ScalarOptional(scalar(max))),
        x,
        min,
        max);
  }

  /// `x == y`, value by value.
  public static Tensor eq(Tensor x, Tensor y) {
    return Checked.call("eq", () -> x.eq(y), x, y);
  }

  /// `x == y` for a number.
  public static Tensor eq(Tensor x, Number y) {
    return Checked.call("eq", () -> x.eq(scalar(y)), x, y);
  }

  /// `x > y`.
  public static Tensor gt(Tensor x, Number y) {
    return Checked.call("gt", () -> x.gt(scalar(y)), x, y);
  }

  /// `x >= y`.
  public static Tensor ge(Tensor x, Number y) {
    return Checked.call("ge", () -> x.ge(scalar(y)), x, y);
  }

  /// `x < y`.
  public static Tensor lt(Tensor x, Number y) {
    return Checked.call("lt", () -> x.lt(scalar(y)), x, y);
  }

  /// `x <= y`.
  public static Tensor le(Tensor x, Number y) {
    return Checked.call("le", () -> x.le(scalar(y)), x, y);
  }

  /// The share of rows whose largest logit is at their class: logits `[rows, classes]`, classes
  /// `[rows]`. NaN for no rows.
  public static double accuracy(Tensor logits, Tensor classes) {
    Lifetime.alive(logits, "the logits given to accuracy");
    Lifetime.alive(classes, "the classes given to accuracy");
    if (logits.dim() != 2 || classes.dim() != 1 || logits.size(0) != classes.size(0)) {
      throw new IllegalArgumentException(
          "accuracy of logits %s and classes %s: want [rows, classes] and [rows]"
              .formatted(TensorText.describe(logits), TensorText.describe(classes)));
    }
    try (var _ = new PointerScope()) {
      return argmax(logits, 1).eq(classes).to(ScalarType.Double).mean().item_double();
    }
  }

  private static Scalar scalar(Number number) {
    return number instanceof Double || number instanceof Float
        ? new Scalar(number.doubleValue())
        : new Scalar(number.longValue());
  }

  /// The one value of a tensor that has one.
  public static double item(Tensor x) {
    return Checked.call("item", () -> x.item_double(), x);
  }

  /// How large each dimension is.
  public static long[] shape(Tensor x) {
    return Lifetime.alive(x, "the tensor").shape();
  }

  /// All values, one after the other.
  public static float[] floats(Tensor x) {
    return Checked.call("floats", () -> TensorArrays.floats(x), x);
  }

  /// All values, one after the other.
  public static double[] doubles(Tensor x) {
    return Checked.call("doubles", () -> TensorArrays.doubles(x), x);
  }

  /// All values of a tensor of whole numbers, one after the other.
  public static long[] longs(Tensor x) {
    return Checked.call("longs", () -> TensorArrays.longs(x), x);
  }

  /// All values of a bool tensor, one after the other.
  public static boolean[] booleans(Tensor x) {
    return Checked.call("booleans", () -> TensorArrays.booleans(x), x);
  }

  /// The rows of a tensor of two dimensions.
  public static float[][] floatRows(Tensor x) {
    int width = TensorArrays.width(x);
    return TensorArrays.rows(floats(x), x.size(0), width);
  }

  /// The rows of a tensor of two dimensions.
  public static double[][] doubleRows(Tensor x) {
    int width = TensorArrays.width(x);
    return TensorArrays.rows(doubles(x), x.size(0), width);
  }

  /// The rows of a tensor of whole numbers with two dimensions.
  public static long[][] longRows(Tensor x) {
    int width = TensorArrays.width(x);
    return TensorArrays.rows(longs(x), x.size(0), width);
  }

  /// The text that Python's `print(x)` shows.
  public static String show(Tensor x) {
    return Checked.call("show", () -> TensorText.show(x), x);
  }
}
