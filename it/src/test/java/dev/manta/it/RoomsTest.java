package dev.manta.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInDiagram;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The code uses what `docs/rooms.puml` draws, and nothing else.
class RoomsTest {
  private static final JavaClasses CORE =
      new ClassFileImporter().importPath(Sources.core("target/classes"));
  private static final Path DRAWING = Sources.root().resolve("docs/rooms.puml");

  @Test
  void roomsUseEachOtherOnlyAsTheDrawingSays() {
    classes()
        .should(adhereToPlantUmlDiagram(DRAWING, consideringOnlyDependenciesInDiagram()))
        .check(CORE);
  }

  @Test
  void everyPackageIsARoomOfTheDrawing() throws Exception {
    String drawing = java.nio.file.Files.readString(DRAWING);
    var missing = new TreeSet<String>();
    CORE.forEach(
        type -> {
          String room = type.getPackageName();
          if (!drawing.contains("<<" + room + ">>") && !hasRoomAbove(drawing, room)) {
            missing.add(room);
          }
        });
    assertThat(missing).as("packages of core that docs/rooms.puml does not draw").isEmpty();
  }

  private static boolean hasRoomAbove(String drawing, String room) {
    for (String at = room; at.contains("."); at = at.substring(0, at.lastIndexOf('.'))) {
      if (drawing.contains("<<" + at + "..>>")) {
        return true;
      }
    }
    return false;
  }
}
