package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// One name, one thing; and no room with more files than fit in the head.
class NamesTest {
  private static final int FILES_MAX = 40;

  /// Rooms that stay flat, and how many files they have at most: programs import the types of
  /// datasets from one place, and `torch.nn` has the modules that PyTorch has there, by its names.
  private static final Map<String, Integer> FLAT =
      Map.of("dev.manta.data", 47, "dev.manta.torch.nn", 55);

  @Test
  void noTwoTypesOfCoreHaveTheSameName() {
    Map<String, Set<String>> places =
        Sources.main().stream()
            .filter(file -> file.startsWith(Sources.core("src/main/java")))
            .filter(file -> !file.endsWith("package-info.java"))
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString(),
                    TreeMap::new,
                    Collectors.mapping(Sources::room, Collectors.toCollection(TreeSet::new))));
    places.values().removeIf(rooms -> rooms.size() == 1);
    assertThat(places).as("names that several rooms of core have; rename all but one").isEmpty();
  }

  @Test
  void noTwoPublicTypesThatOneProgramMayImportHaveTheSameName() {
    Map<String, Set<String>> modules =
        ShownTypesTest.publicTypes().stream()
            .collect(
                Collectors.groupingBy(
                    file -> file.getFileName().toString(),
                    TreeMap::new,
                    Collectors.mapping(NamesTest::family, Collectors.toCollection(TreeSet::new))));
    modules.values().removeIf(names -> names.size() == 1);
    assertThat(modules).as("names that two modules have; rename all but one").isEmpty();
  }

  /// The module of a type, or the modules of which no program has two: libraries of trees, and
  /// those of networks.
  private static String family(Path file) {
    String module = Sources.module(file).getFileName().toString();
    return switch (module) {
      case "xgboost", "lightgbm" -> "trees";
      case "torch", "tensorflow", "djl" -> "networks";
      default -> module;
    };
  }

  @Test
  void noRoomHasMoreFilesThanFitInTheHead() {
    Map<Path, Long> files =
        Sources.main().stream()
            .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
    var large = new TreeMap<String, Long>();
    files.forEach(
        (directory, count) -> {
          String room = Sources.room(directory.resolve("package-info.java"));
          if (count > FLAT.getOrDefault(room, FILES_MAX)) {
            large.put(room, count);
          }
        });
    assertThat(large).as("rooms with too many files; split them").isEmpty();
  }
}
