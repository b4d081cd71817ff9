package dev.manta.cli;

import java.io.IOException;
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

  /// Copies a module of Manta's to where Maven looks for it.
  void install(PublishedModule module, String version) throws IOException {
    Path place =
        Files.createDirectories(root.resolve("dev/manta/" + module.artifact()).resolve(version));
    String stem = module.artifact() + "-" + version;
    if (module.jar().isPresent()) {
      Path jar = place.resolve(stem + ".jar");
      Files.copy(module.jar().get(), jar, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.writeString(place.resolve(stem + ".pom"), module.pom());
  }
}
