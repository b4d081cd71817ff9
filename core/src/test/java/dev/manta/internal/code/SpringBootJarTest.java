package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpringBootJarTest {
  @TempDir Path root = Path.of("");

  @Test
  void itsClassPathIsClassesThenLibrariesInTheOrderOfTheIndex() throws IOException {
    Path jar = root.resolve("boot.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest())) {
      put(out, "org/springframework/boot/loader/Launcher.class", "");
      put(out, "BOOT-INF/classes/app/Train.class", "train");
      put(out, "BOOT-INF/lib/a.jar", "a");
      put(out, "BOOT-INF/lib/b.jar", "b");
      put(out, "BOOT-INF/classpath.idx", "- \"BOOT-INF/lib/b.jar\"\n- \"BOOT-INF/lib/a.jar\"\n");
    }
    SpringBootJar boot = SpringBootJar.read(jar).orElseThrow();
    assertThat(boot.mainClass()).isEqualTo("app.Train");
    Path unpacked = boot.unpackedBelow(root.resolve("cache"));
    assertThat(boot.entries(unpacked))
        .extracting(entry -> unpacked.relativize(entry).toString())
        .containsExactly("BOOT-INF/classes", "BOOT-INF/lib/b.jar", "BOOT-INF/lib/a.jar");
    assertThat(unpacked.resolve("BOOT-INF/classes/app/Train.class")).hasContent("train");
    assertThat(unpacked.resolve("org")).doesNotExist();
  }

  @Test
  void anyOtherFileIsNone() throws IOException {
    assertThat(SpringBootJar.read(root)).isEmpty();
    assertThat(SpringBootJar.read(root.resolve("gone.jar"))).isEmpty();
    assertThat(SpringBootJar.read(Files.writeString(root.resolve("a.txt"), "text"))).isEmpty();
  }

  private static Manifest manifest() {
    var manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Start-Class", "app.Train");
    main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
    main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
    return manifest;
  }

  private static void put(JarOutputStream out, String name, String content) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(content.getBytes(StandardCharsets.UTF_8));
  }
}
