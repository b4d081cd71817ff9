package dev.manta.cli;

import dev.manta.error.MantaException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Maven's local repository.
record MavenRepository(Path root) {
  private static final Pattern SETTING =
      Pattern.compile("<localRepository>\\s*(.*?)\\s*</localRepository>");

  /// The one of this user, as the settings say.
  static MavenRepository ofUser() {
    return of(Path.of(System.getProperty("user.home"), ".m2"));
  }

  static MavenRepository of(Path maven) {
    Path settings = maven.resolve("settings.xml");
    try {
      String text = Files.isReadable(settings) ? Files.readString(settings) : "";
      Matcher set = SETTING.matcher(text.replaceAll("(?s)<!--.*?-->", ""));
      return new MavenRepository(
          set.find() ? Path.of(expanded(set.group(1))) : maven.resolve("repository"));
    } catch (IOException unreadable) {
      return new MavenRepository(maven.resolve("repository"));
    }
  }

  private static String expanded(String path) {
    return path.replace("${user.home}", System.getProperty("user.home"));
  }

  /// The jar that Manta's core runs from.
  static Path ownJar() {
    return jarOf(MantaException.class);
  }

  /// The jar that PyTorch's module runs from.
  static Path torchJar() {
    try {
      return jarOf(Class.forName("dev.manta.torch.TorchTrainer"));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("PyTorch's module is not there; start it with ./manta", e);
    }
  }

  private static Path jarOf(Class<?> type) {
    try {
      Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isRegularFile(jar)) {
        return jar;
      }
      throw new IllegalStateException("Manta does not run from a jar; start it with ./manta");
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("Manta's jar has a location that is no path", impossible);
    }
  }

  /// Copies a jar of Manta's where Maven looks for it.
  void install(String artifact, String version, Path jar, String pom) throws IOException {
    Path place = Files.createDirectories(root.resolve("dev/manta/" + artifact).resolve(version));
    String stem = artifact + "-" + version;
    Files.copy(jar, place.resolve(stem + ".jar"), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(place.resolve(stem + ".pom"), pom);
  }
}
