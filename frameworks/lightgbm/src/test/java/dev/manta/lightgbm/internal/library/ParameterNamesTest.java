package dev.manta.lightgbm.internal.library;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ParameterNamesTest {
  @Test
  void theyAreThoseOfTheLibrary() {
    JsonObject library = (JsonObject) Json.parse(aliases());
    Set<String> all = new TreeSet<>();
    library
        .fields()
        .forEach(
            (name, others) -> {
              all.add(name);
              ((JsonArray) others)
                  .items()
                  .forEach(
                      other -> {
                        String alias = other.text().replace("\"", "");
                        all.add(alias);
                        assertThat(ParameterNames.main(alias)).isEqualTo(name);
                      });
            });
    assertThat(new TreeSet<>(ParameterNames.all())).isEqualTo(all);
  }

  private static String aliases() {
    LightGBMLibrary library = LightGBMLibrary.load();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(JAVA_LONG);
      library.call("DumpParamAliases", "lpp", 0L, size, MemorySegment.NULL);
      MemorySegment text = arena.allocate(size.get(JAVA_LONG, 0));
      library.call("DumpParamAliases", "lpp", text.byteSize(), size, text);
      return text.getString(0);
    }
  }
}
