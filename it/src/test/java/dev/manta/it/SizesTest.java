package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// Nothing grows too large to read: files, methods, parameter lists.
class SizesTest {
  private static final int FILE_LINES_MAX = 500;
  private static final long METHOD_LINES_MAX = 60;
  private static final int PARAMETERS_MAX = 6;

  /// Pairs of key and value, as `Map.of` takes them; what a C library calls has its parameters.
  private static final Set<String> MANY_PARAMETERS =
      Set.of(
          "Metrics.java of",
          "CollectiveNetwork.java reduceScatter",
          "CollectiveNetwork.java allGather");

  @Test
  void filesStayReadable() throws IOException {
    List<String> large = new ArrayList<>();
    for (Path file : Sources.main()) {
      int lines = Files.readAllLines(file).size();
      if (lines > FILE_LINES_MAX) {
        large.add(file + ": " + lines + " lines");
      }
    }
    assertThat(large).isEmpty();
  }

  @Test
  void methodsStayReadable() throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(Sources.main());
      var task =
          (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
      List<String> large = new ArrayList<>();
      var positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Measure(unit, positions, large).scan(unit, unit.getSourceFile().getName());
      }
      assertThat(large).isEmpty();
    }
  }

  private static boolean isConstructor(Tree member) {
    return member instanceof MethodTree method && method.getName().contentEquals("<init>");
  }

  private static final class Measure extends TreeScanner<Void, String> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> large;
    private final Set<Tree> constructors = new HashSet<>();

    Measure(CompilationUnitTree unit, SourcePositions positions, List<String> large) {
      this.unit = unit;
      this.positions = positions;
      this.large = large;
    }

    @Override
    public Void visitClass(ClassTree type, String file) {
      if (type.getKind() == Tree.Kind.RECORD) {
        type.getMembers().stream().filter(SizesTest::isConstructor).forEach(constructors::add);
      }
      return super.visitClass(type, file);
    }

    @Override
    public Void visitMethod(MethodTree method, String file) {
      long lines =
          line(positions.getEndPosition(unit, method))
              - line(positions.getStartPosition(unit, method))
              + 1;
      String name = file + " " + method.getName();
      if (lines > METHOD_LINES_MAX) {
        large.add(name + ": " + lines + " lines");
      }
      if (method.getParameters().size() > PARAMETERS_MAX && !isExempt(method, name)) {
        large.add(name + ": " + method.getParameters().size() + " parameters");
      }
      return super.visitMethod(method, file);
    }

    /// A record's constructor has as many parameters as the record has components.
    private boolean isExempt(MethodTree method, String name) {
      return constructors.contains(method) || MANY_PARAMETERS.stream().anyMatch(name::endsWith);
    }

    private long line(long position) {
      return Objects.requireNonNull(unit.getLineMap()).getLineNumber(position);
    }
  }
}
