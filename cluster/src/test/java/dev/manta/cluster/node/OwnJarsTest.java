package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.code.Code;
import dev.manta.internal.code.CodeStore;
import dev.manta.internal.code.PackedCode;
import dev.manta.internal.remote.FromNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnJarsTest {
  @TempDir Path directory;

  private final List<FromNode> told = new ArrayList<>();

  private Path jar(String place, String content) throws Exception {
    Path at = Files.createDirectories(directory.resolve(place)).resolve("manta-core.jar");
    return Files.writeString(at, content);
  }

  private Code prepared(Path sent, Path own) throws Exception {
    Code code = PackedCode.of(List.of(sent), directory.resolve("cache")).code();
    Path kept = directory.resolve("kept");
    var store = new CodeStore(kept, 1 << 20);
    try (var intake = new CodeIntake(kept, store, new OwnJars(List.of(own)), told::add)) {
      intake.prepare(0, code);
    }
    return code;
  }

  @Test
  void aJarThatTheDaemonHasItselfIsNotSent() throws Exception {
    prepared(jar("driver", "the same"), jar("node", "the same"));
    assertThat(told).containsExactly(new FromNode.Lacks(0, List.of()), new FromNode.Prepared(0));
  }

  @Test
  void aJarOfTheSameNameAndSizeWithAnotherContentIsAskedFor() throws Exception {
    Code code = prepared(jar("driver", "one build"), jar("node", "other one"));
    assertThat(told)
        .containsExactly(new FromNode.Lacks(0, List.of(code.entries().getFirst().sha256())));
  }
}
