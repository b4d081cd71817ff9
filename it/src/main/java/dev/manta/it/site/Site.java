package dev.manta.it.site;

import static dev.manta.it.site.Highlighter.escaped;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// The documentation as a static site: pages with navigation, pictures, the sources that pages link
/// to, a search that needs no network, and the API of the public packages.
public final class Site {
  private static final List<String> ASSETS = List.of("site.css", "site.js", "theme.js", "api.css");

  private final Path root;
  private final Path target;
  private final Manual manual;
  private final Frame frame;

  /// Paths of the repository that pages link to, besides pages.
  private final Set<String> linked = new LinkedHashSet<>();

  private Site(Path root, Path target) {
    this.root = root;
    this.target = target;
    this.manual = Manual.read(root);
    this.frame = new Frame(asset("page.html"), manual);
  }

  /// Writes the site anew. Arguments: the repository's root, and the directory to write to.
  public static void main(String[] args) throws IOException {
    Path root = Path.of(args[0]);
    Path target = Path.of(args[1]);
    delete(target);
    List<String> broken = Links.broken(root);
    if (!broken.isEmpty()) {
      throw new IllegalStateException("dead links:\n" + String.join("\n", broken));
    }
    write(root, target);
    Javadoc.write(root, target.resolve("api"), target.resolve("assets/api.css"));
    System.out.println("open " + target.resolve("index.html"));
  }

  /// Writes everything but the API.
  public static void write(Path root, Path target) throws IOException {
    var site = new Site(root, target);
    for (SitePage page : site.manual.pages()) {
      site.write(page);
    }
    site.writeSections();
    site.writeLinked();
    site.writeSearch();
    for (String asset : ASSETS) {
      site.write("assets/" + asset, asset(asset));
    }
  }

  private void write(SitePage page) throws IOException {
    String body = Markdown.html(page.document(), link -> address(page, link));
    write(page.address(), frame.page(page.address(), page.title(), body, page.outline().entries()));
  }

  /// Where a link of a page leads to on the site, seen from that page.
  private String address(SitePage page, String link) {
    if (Addresses.isElsewhere(link)) {
      return link;
    }
    String path = page.target(link);
    linked.add(path);
    String anchor = SitePage.anchor(link);
    String up = Addresses.up(page.address());
    return up + Addresses.of(path) + (anchor.isEmpty() ? "" : "#" + anchor);
  }

  /// A list of its pages for each section, which links to directories mean.
  private void writeSections() throws IOException {
    for (Section section : Section.values()) {
      if (section.hasDirectory()) {
        String address = Addresses.of(section.directory());
        var body = new StringBuilder("<h1>" + escaped(section.title()) + "</h1><ul>");
        for (SitePage page : manual.of(section)) {
          String up = Addresses.up(address);
          String title = escaped(page.title());
          body.append("<li><a href=\"%s%s\">%s</a></li>".formatted(up, page.address(), title));
        }
        body.append("</ul>");
        write(address, frame.page(address, section.title(), body.toString(), List.of()));
      }
    }
  }

  private void writeLinked() throws IOException {
    for (String path : linked) {
      if (Addresses.isPicture(path)) {
        Path to = target.resolve(Addresses.of(path));
        Files.createDirectories(Objects.requireNonNull(to.getParent()));
        Files.copy(root.resolve(path), to);
      } else if (!path.endsWith(".md") && !Addresses.isSection(path)) {
        writeSource(path);
      }
    }
  }

  private void writeSource(String path) throws IOException {
    String name = path.substring(path.lastIndexOf('/') + 1);
    String ending = name.substring(name.lastIndexOf('.') + 1);
    String code = Highlighter.of(ending).html(Files.readString(root.resolve(path)));
    String body =
        "<h1>%s</h1><p><code>%s</code></p><pre class=\"code\"><code>%s</code></pre>"
            .formatted(escaped(name), escaped(path), code);
    write(Addresses.of(path), frame.page(Addresses.of(path), name, body, List.of()));
  }

  private void writeSearch() throws IOException {
    var index = new SearchIndex();
    manual.pages().forEach(index::add);
    for (Path source : Javadoc.sources(root)) {
      Javadoc.type(root, source).ifPresent(type -> index.addType(type.address(), type.name()));
    }
    write("assets/search-index.js", index.script());
  }

  private void write(String address, String text) throws IOException {
    Path file = target.resolve(address);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private static String asset(String name) {
    try (InputStream in = Site.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
