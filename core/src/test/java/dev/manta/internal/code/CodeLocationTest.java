package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What class loaders say about where classes are.
class CodeLocationTest {
  @Test
  void filesAndDirectoriesArePlain() throws MalformedURLException {
    assertThat(CodeLocation.parse(URI.create("file:/a%20b/c.jar").toURL()))
        .contains(new CodeLocation(Path.of("/a b/c.jar"), ""));
    assertThat(CodeLocation.parse(URI.create("file:/classes/").toURL()))
        .contains(new CodeLocation(Path.of("/classes"), ""));
    assertThat(CodeLocation.parse(URI.create("jar:file:/a/c.jar!/").toURL()))
        .contains(new CodeLocation(Path.of("/a/c.jar"), ""));
  }

  @Test
  void aJarWithinAJarIsFoundInBothSpellings() throws MalformedURLException {
    var expected = new CodeLocation(Path.of("/a b/boot.jar"), "BOOT-INF/lib/c.jar");
    assertThat(CodeLocation.parse(nested("jar:nested:/a%20b/boot.jar/!BOOT-INF/lib/c.jar!/")))
        .contains(expected);
    assertThat(
            CodeLocation.parse(
                URI.create("jar:file:/a%20b/boot.jar!/BOOT-INF/lib/c.jar!/").toURL()))
        .contains(expected);
  }

  @Test
  void classesWithinAJarAreFoundToo() throws MalformedURLException {
    assertThat(CodeLocation.parse(nested("jar:nested:/boot.jar/!BOOT-INF/classes/!/")))
        .contains(new CodeLocation(Path.of("/boot.jar"), "BOOT-INF/classes"));
  }

  @Test
  void whatIsNoFileHasNone() throws MalformedURLException {
    assertThat(CodeLocation.parse(URI.create("http://localhost/a.jar").toURL())).isEmpty();
  }

  /// As Spring Boot's launcher makes them, with a handler of its own.
  private static URL nested(String text) throws MalformedURLException {
    return URL.of(
        URI.create(text),
        new URLStreamHandler() {
          @Override
          protected java.net.URLConnection openConnection(URL url) {
            throw new UnsupportedOperationException("nobody reads it");
          }
        });
  }
}
