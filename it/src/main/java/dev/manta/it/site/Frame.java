package dev.manta.it.site;

import static dev.manta.it.site.Highlighter.escaped;

import java.util.List;
import java.util.stream.Collectors;

/// What is around the text of every page: head, navigation, the list of its headings.
final class Frame {
  private final String template;
  private final Manual manual;

  Frame(String template, Manual manual) {
    this.template = template;
    this.manual = manual;
  }

  /// A whole page.
  ///
  /// @param address from the site's root
  String page(String address, String title, String body, List<Outline.Entry> headings) {
    String up = Addresses.up(address);
    return template
        .replace("{{title}}", escaped(title))
        .replace("{{up}}", up)
        .replace("{{navigation}}", navigation(address, up))
        .replace("{{headings}}", headings(headings))
        .replace("{{body}}", body);
  }

  private String navigation(String address, String up) {
    var html = new StringBuilder();
    for (Section section : Section.values()) {
      List<SitePage> pages = manual.of(section);
      boolean here = pages.stream().anyMatch(page -> page.address().equals(address));
      boolean open = here || section != Section.DECISIONS;
      html.append(
          "<details%s><summary>%s</summary><ul>".formatted(open ? " open" : "", section.title()));
      pages.forEach(page -> html.append(item(page.address(), label(page), address, up)));
      if (section == Section.REFERENCE) {
        html.append(item("api/index.html", "API (Javadoc)", address, up));
      }
      html.append("</ul></details>\n");
    }
    return html.toString();
  }

  private static String label(SitePage page) {
    return switch (page.path()) {
      case "README.md" -> "What Manta is";
      case "docs/README.md" -> "All pages";
      default -> page.title();
    };
  }

  private static String item(String to, String label, String address, String up) {
    String here = to.equals(address) ? " aria-current=\"page\"" : "";
    return "<li><a href=\"%s%s\"%s>%s</a></li>".formatted(up, to, here, escaped(label));
  }

  private static String headings(List<Outline.Entry> headings) {
    List<Outline.Entry> shown = headings.stream().filter(each -> each.level() == 2).toList();
    return shown.size() < 2
        ? ""
        : shown.stream()
            .map(
                each ->
                    "<li><a href=\"#%s\">%s</a></li>"
                        .formatted(each.anchor(), escaped(each.text())))
            .collect(Collectors.joining("", "<h2>On this page</h2><ul>", "</ul>"));
  }
}
