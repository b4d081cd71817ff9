package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.manta.it.RoomsDrawing.Arrow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The code of all modules uses what `docs/rooms.puml` draws, and nothing else.
///
/// An arrow is drawn between rooms of one module, and from any room to an internal one of another
/// module; public rooms of core are for everybody.
class RoomsTest {
  private static final String RULES = "dev.manta.internal.run.";
  private static final int KNOT_MAX = 8;
  private static final String DAEMONS = "cluster";

  /// Public rooms whose factories make what is behind them; that implements their types.
  private static final Set<String> FACADES = Set.of("checkpoint", "data", "tune");

  private static final Set<String> EXTENSIONS =
      Set.of(
          "formats",
          "spark",
          "stores",
          "stores-opendal",
          "frameworks/python",
          "frameworks/torch",
          "frameworks/tabular",
          "frameworks/xgboost",
          "frameworks/lightgbm",
          "frameworks/tensorflow",
          "frameworks/djl",
          "examples",
          "examples-torch",
          "examples-xgboost",
          "examples-lightgbm",
          "examples-tensorflow",
          "examples-djl");
  private static final RoomsDrawing DRAWING =
      RoomsDrawing.read(Sources.root().resolve("docs/rooms.puml"));
  private static final Map<String, Path> MODULES = modules();
  private static final JavaClasses CLASSES = imported();
  private static final Map<Arrow, String> USES = uses();

  @Test
  void roomsUseEachOtherOnlyAsTheDrawingSays() {
    var undrawn = new TreeMap<>(USES);
    undrawn.keySet().removeAll(DRAWING.arrows());
    assertThat(undrawn).as("uses that docs/rooms.puml does not draw").isEmpty();
  }

  @Test
  void everyArrowHasAUseBehindIt() {
    Set<Arrow> idle = new TreeSet<>(DRAWING.arrows());
    idle.removeAll(USES.keySet());
    assertThat(idle).as("arrows of docs/rooms.puml that nothing stands behind").isEmpty();
  }

  @Test
  void theCodeOfEveryModuleIsThere() {
    Set<Path> missing = new TreeSet<>(MODULES.values());
    missing.removeIf(module -> Files.isDirectory(classes(module)));
    assertThat(missing).as("modules without classes; it/pom.xml must depend on them").isEmpty();
  }

  @Test
  void everyPackageIsARoomOfTheDrawing() {
    Set<String> missing = new TreeSet<>(MODULES.keySet());
    missing.removeIf(room -> DRAWING.room(room).isPresent());
    assertThat(missing).as("packages that docs/rooms.puml does not draw").isEmpty();
  }

  @Test
  void noRoomsUseEachOtherInACircle() {
    assertThat(DRAWING.circles()).as("rooms that use each other in a circle").isEmpty();
  }

  @Test
  void onlyFacadesAreUsedByWhatTheyUse() {
    assertThat(DRAWING.dotted()).extracting(Arrow::from).hasSameElementsAs(FACADES);
    assertThat(DRAWING.dotted())
        .as("dotted arrows of docs/rooms.puml that lead back to where they start")
        .allMatch(DRAWING::leadsBack);
  }

  @Test
  void extensionsUseNothingInternalOfOtherModules() {
    var uses = new TreeSet<String>();
    for (JavaClass type : CLASSES) {
      type.getDirectDependenciesFromSelf().forEach(use -> addInternal(use, uses));
    }
    assertThat(uses).as("what only modules of Manta's own version may use").isEmpty();
  }

  private static void addInternal(Dependency use, Set<String> uses) {
    String from = use.getOriginClass().getPackageName();
    String to = use.getTargetClass().getBaseComponentType().getPackageName();
    if (MODULES.containsKey(from)
        && MODULES.containsKey(to)
        && to.contains(".internal")
        && EXTENSIONS.contains(moduleOf(from))
        && !MODULES.get(from).equals(MODULES.get(to))) {
      uses.add(use.getDescription());
    }
  }

  @Test
  void fewClassesOfTheRulesUseEachOtherInACircle() {
    var uses = new TreeSet<Arrow>();
    for (JavaClass type : CLASSES) {
      if (type.getName().startsWith(RULES)) {
        type.getDirectDependenciesFromSelf().forEach(use -> addRule(use, uses));
      }
    }
    assertThat(uses).isNotEmpty();
    Set<String> knot = new TreeSet<>();
    new RoomsDrawing(Map.of(), uses, Set.of()).circles().forEach(use -> knot.add(use.from()));
    assertThat(knot).as("rules that use each other in a circle").hasSizeLessThanOrEqualTo(KNOT_MAX);
  }

  private static void addRule(Dependency use, Set<Arrow> uses) {
    String from = outermost(use.getOriginClass());
    String to = outermost(use.getTargetClass().getBaseComponentType());
    if (!from.equals(to) && from.startsWith(RULES) && to.startsWith(RULES)) {
      uses.add(new Arrow(from, to));
    }
  }

  private static String outermost(JavaClass type) {
    return type.getName().replaceAll("\\$.*", "");
  }

  /// Which module each package is in.
  private static Map<String, Path> modules() {
    return Sources.main().stream()
        .collect(
            Collectors.toMap(Sources::room, Sources::module, (one, other) -> one, TreeMap::new));
  }

  private static Path classes(Path module) {
    return module.resolve("target/classes");
  }

  private static JavaClasses imported() {
    List<Path> built = new ArrayList<>(Set.copyOf(MODULES.values()));
    built.replaceAll(RoomsTest::classes);
    built.removeIf(directory -> !Files.isDirectory(directory));
    return new ClassFileImporter().importPaths(built);
  }

  /// Each arrow that the code needs, with one use that needs it.
  private static Map<Arrow, String> uses() {
    var all = new TreeMap<Arrow, String>();
    for (JavaClass type : CLASSES) {
      type.getDirectDependenciesFromSelf().forEach(use -> add(use, all));
    }
    return all;
  }

  private static void add(Dependency use, Map<Arrow, String> all) {
    String from = use.getOriginClass().getPackageName();
    String to = use.getTargetClass().getBaseComponentType().getPackageName();
    if (MODULES.containsKey(from) && MODULES.containsKey(to) && isDrawn(from, to)) {
      Optional<String> user = DRAWING.room(from);
      Optional<String> used = DRAWING.room(to);
      if (user.isPresent() && used.isPresent() && !user.equals(used)) {
        all.putIfAbsent(new Arrow(user.get(), used.get()), use.getDescription());
      }
    }
  }

  /// Rooms of the daemons are internal too, though their names do not say so.
  private static boolean isDrawn(String from, String to) {
    return to.contains(".internal")
        || moduleOf(to).equals(DAEMONS)
        || Objects.equals(MODULES.get(from), MODULES.get(to));
  }

  private static String moduleOf(String room) {
    return Sources.root().relativize(MODULES.get(room)).toString();
  }
}
