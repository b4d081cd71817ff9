package dev.manta.formats.parquet;

import java.util.ArrayList;
import java.util.List;

/// Finds the columns of values in a file's schema, which is a tree written in one line.
final class SchemaTree {
  private static final int REQUIRED = 0;
  private static final int REPEATED = 2;
  private static final int LENGTH_MAX = 1 << 20;

  private final List<Thrift.Struct> elements;
  private final List<Leaf> leaves = new ArrayList<>();
  private int next;

  private SchemaTree(List<Thrift.Struct> elements) {
    this.elements = elements;
  }

  static List<Leaf> leaves(List<Thrift.Struct> elements) {
    var tree = new SchemaTree(elements);
    Thrift.Struct root = tree.take();
    for (int i = 0; i < root.small(5, 0); i++) {
      tree.node(new Above("", "", new Leaf.Levels(0, List.of()), false));
    }
    return tree.leaves;
  }

  /// What is above a node; `hidden` says that its name is the format's own and not the user's.
  private record Above(String name, String path, Leaf.Levels levels, boolean hidden) {
    Above below(Thrift.Struct element) {
      String own = element.text(4);
      boolean repeated = element.small(3, REQUIRED) == REPEATED;
      boolean silent = hidden || (repeated && element.small(5, 0) > 0);
      return new Above(
          silent ? name : joined(name, own),
          joined(path, own),
          levels(element.small(3, REQUIRED)),
          hides(element, repeated));
    }

    private static String joined(String before, String own) {
      return before.isEmpty() ? own : before + "." + own;
    }

    private Leaf.Levels levels(int repetition) {
      int definition = levels.definition() + (repetition == REQUIRED ? 0 : 1);
      List<Integer> elements = new ArrayList<>(levels.elements());
      if (repetition == REPEATED) {
        elements.add(definition);
      }
      return new Leaf.Levels(definition, List.copyOf(elements));
    }

    /// In a list, the repeated group and the element in it have no names of the user's.
    private static boolean hides(Thrift.Struct element, boolean repeated) {
      return repeated && element.small(5, 0) == 1;
    }
  }

  private void node(Above above) {
    Thrift.Struct element = take();
    Above here = above.below(element);
    int children = element.small(5, 0);
    if (element.has(5) && children > 0) {
      for (int i = 0; i < children; i++) {
        node(here);
      }
      return;
    }
    leaves.add(leaf(element, here));
  }

  private static Leaf leaf(Thrift.Struct element, Above here) {
    Leaf.Physical physical = Leaf.Physical.of(element.small(1));
    int length = element.small(2, 0);
    if (physical == Leaf.Physical.FIXED && (length < 1 || length > LENGTH_MAX)) {
      throw new IllegalArgumentException("it has values of " + length + " bytes each");
    }
    return new Leaf(
        here.name(),
        here.path(),
        physical,
        length,
        LogicalTypes.of(element, physical),
        here.levels());
  }

  private Thrift.Struct take() {
    if (next >= elements.size()) {
      throw new IllegalArgumentException("its schema is cut off");
    }
    return elements.get(next++);
  }
}
