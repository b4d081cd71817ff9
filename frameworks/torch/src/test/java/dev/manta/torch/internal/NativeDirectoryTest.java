package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Merged jars get a directory of their own.
class NativeDirectoryTest {
  private static final String LIBRARY = "org/bytedeco/pytorch/linux-x86_64/libjnitorch.so";

  @TempDir private Path directory;

  @Test
  void jarsWithVersionsAreKnownByTheirNames() {
    String natives = "pytorch-2.10.0-1.5.13-linux-x86_64.jar";
    assertThat(NativeDirectory.versioned("/m2/pytorch-2.10.0-1.5.13.jar:/app.jar:/m2/" + natives))
        .containsExactly(natives);
    assertThat(NativeDirectory.isVersioned(Set.of(natives))).isTrue();
    assertThat(NativeDirectory.isVersioned(Set.of(natives, "app.jar"))).isFalse();
  }

  @Test
  void theJarOfALibraryIsTheInnermost() {
    assertThat(NativeDirectory.jarName("jar:file:/a/app.jar!/" + LIBRARY)).isEqualTo("app.jar");
    assertThat(NativeDirectory.jarName("jar:nested:/a/boot.jar/!BOOT-INF/lib/p.jar!/" + LIBRARY))
        .isEqualTo("p.jar");
    assertThat(NativeDirectory.jarName("jar:file:/a/boot.jar!/BOOT-INF/lib/p.jar!/" + LIBRARY))
        .isEqualTo("p.jar");
  }

  @Test
  void mergedJarsOfOneNameAreToldApartByTheLibrariesInThem() throws IOException {
    String one = contents(jar("one", "library", "class"));
    assertThat(contents(jar("same", "library", "another class"))).isEqualTo(one);
    assertThat(contents(jar("other", "library of another version", "class"))).isNotEqualTo(one);
  }

  private static String contents(Path jar) throws IOException {
    URL library = URI.create("jar:" + jar.toUri() + "!/" + LIBRARY).toURL();
    return NativeDirectory.contents(List.of(library));
  }

  private Path jar(String place, String library, String code) throws IOException {
    Path jar = Files.createDirectories(directory.resolve(place)).resolve("app.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      put(out, LIBRARY, library);
      put(out, "app/Train.class", code);
    }
    return jar;
  }

  private static void put(JarOutputStream out, String name, String content) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTime(0);
    out.putNextEntry(entry);
    out.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
