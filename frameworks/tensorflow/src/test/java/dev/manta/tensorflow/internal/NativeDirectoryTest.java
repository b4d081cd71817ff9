package dev.manta.tensorflow.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeDirectoryTest {
  @TempDir Path cache;

  @Test
  void jarsAreNamedAlsoWithinJars() {
    assertThat(NativeDirectory.jarName("jar:file:/a/b.jar!/c/d.so")).isEqualTo("b.jar");
    assertThat(NativeDirectory.jarName("jar:nested:/a.jar/!BOOT-INF/lib/b.jar!/d.so"))
        .isEqualTo("b.jar");
    assertThat(NativeDirectory.jarName("file:/a/d.so")).isEqualTo("file:/a/d.so");
  }

  @Test
  void mergedJarsWithOtherLibrariesHaveOtherNames() throws IOException {
    String one = NativeDirectory.contents(jar("one.jar", "first"));
    assertThat(NativeDirectory.contents(jar("two.jar", "other"))).isNotEqualTo(one);
  }

  private String jar(String name, String library) throws IOException {
    Path jar = cache.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(
          new ZipEntry("org/tensorflow/internal/c_api/linux-x86_64/libjnitensorflow.so"));
      zip.write(library.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return "jar:" + jar.toUri() + "!/org/tensorflow/internal/c_api/libjnitensorflow.so";
  }
}
