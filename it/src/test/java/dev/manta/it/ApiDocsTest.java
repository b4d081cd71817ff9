package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// What users may call says what it is: every public type, method and constructor of the modules
/// that projects use.
class ApiDocsTest {
  private static final Pattern PUBLISHED =
      Pattern.compile(
          ".*/(core|formats|stores|stores-opendal|tune|dashboard|spark|testkit|cli|frameworks/\\w+)"
              + "/src/main/.*");

  @Test
  void everythingPublicHasADocComment() throws IOException {
    List<Path> sources = Sources.main().stream().filter(ApiDocsTest::isApi).toList();
    assertThat(sources).as("sources").hasSizeGreaterThan(700);
    assertThat(undocumented(sources)).isEmpty();
  }

  private static boolean isApi(Path file) {
    String path = file.toString();
    return PUBLISHED.matcher(path).matches()
        && !path.contains("/internal/")
        && !path.endsWith("package-info.java");
  }

  private static List<String> undocumented(List<Path> sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(sources);
      var task =
          (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
      var trees = DocTrees.instance(task);
      List<String> found = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        new Search(unit, trees, found).scan(unit, null);
      }
      return found;
    }
  }

  private static final class Search extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final DocTrees trees;
    private final List<String> found;
    private final Set<Tree> open = new HashSet<>();

    Search(CompilationUnitTree unit, DocTrees trees, List<String> found) {
      this.unit = unit;
      this.trees = trees;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, Void nothing) {
      if (!isOpen(type.getModifiers())) {
        return null;
      }
      open.add(type);
      note(type, type.getSimpleName().toString());
      return super.visitClass(type, null);
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      if (isOpen(method.getModifiers()) && !isSaidElsewhere(method)) {
        note(method, method.getName().toString());
      }
      return null;
    }

    /// Whether users reach it: declared public, or a member of a public interface.
    private boolean isOpen(ModifiersTree modifiers) {
      boolean inInterface =
          getCurrentPath().getParentPath().getLeaf() instanceof ClassTree outer
              && (outer.getKind() == Tree.Kind.INTERFACE
                  || outer.getKind() == Tree.Kind.ANNOTATION_TYPE)
              && open.contains(outer);
      return modifiers.getFlags().contains(Modifier.PUBLIC)
          || (inInterface && !modifiers.getFlags().contains(Modifier.PRIVATE));
    }

    /// An override is told where it was first declared; a record's components in the record's own
    /// comment; the name of a test is a sentence.
    private boolean isSaidElsewhere(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
              .map(note -> note.getAnnotationType().toString())
              .anyMatch(Set.of("Override", "Test")::contains)
          || (getCurrentPath().getParentPath().getLeaf() instanceof ClassTree outer
              && outer.getKind() == Tree.Kind.RECORD
              && method.getName().contentEquals("<init>"));
    }

    private void note(Tree tree, String name) {
      if (trees.getDocComment(getCurrentPath()) == null) {
        long start = trees.getSourcePositions().getStartPosition(unit, tree);
        long line = Objects.requireNonNull(unit.getLineMap()).getLineNumber(start);
        found.add(unit.getSourceFile().getName() + ":" + line + " " + name);
      }
    }
  }
}
