package dev.manta.torch.nn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// A table of a module: its parts, how many parameters each has, and the shape of its output.
final class Summary {
  private record Row(String part, long parameters) {}

  private final List<Row> rows = new ArrayList<>();
  private final Module module;

  private Summary(Module module) {
    this.module = module;
    add("", "", module);
  }

  /// @param example an input, if the output's shape is wanted
  static String of(Module module, @Nullable Tensor example) {
    var summary = new Summary(module);
    String shape = example == null ? "" : ", output " + outputShape(module, example);
    return summary.table() + summary.total() + shape + "\n";
  }

  private void add(String indent, String name, Module part) {
    String details = part.details().isEmpty() ? "" : " (" + part.details() + ")";
    rows.add(new Row(indent + name + part.name() + details, count(part.ownParameters())));
    for (Map.Entry<String, Module> child : part.children().entrySet()) {
      add(indent + "  ", child.getKey() + ": ", child.getValue());
    }
  }

  private String table() {
    int width = rows.stream().mapToInt(row -> row.part().length()).max().orElse(0);
    var table = new StringBuilder();
    for (Row row : rows) {
      table.append(row.parameters() == 0 ? row.part() : line(row, width)).append('\n');
    }
    return table.toString();
  }

  private static String line(Row row, int width) {
    return String.format(Locale.ROOT, "%-" + width + "s %,15d", row.part(), row.parameters());
  }

  private String total() {
    List<Tensor> parameters = module.parameters();
    long all = count(parameters);
    long trained = count(parameters.stream().filter(Tensor::requires_grad).toList());
    long bytes = parameters.stream().mapToLong(Tensor::nbytes).sum();
    return String.format(
        Locale.ROOT, "%,d parameters, %,d trained, %.1f MB", all, trained, bytes / 1e6);
  }

  private static String outputShape(Module module, Tensor example) {
    Map<String, Module> parts = module.namedModules();
    List<Module> training = parts.values().stream().filter(Module::isTraining).toList();
    module.eval();
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      return Arrays.toString(module.call(example).shape());
    } finally {
      training.forEach(part -> part.setMode(true));
    }
  }

  private static long count(Iterable<Tensor> parameters) {
    long count = 0;
    for (Tensor parameter : parameters) {
      count += parameter.numel();
    }
    return count;
  }
}
