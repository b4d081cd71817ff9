package dev.manta.it.site;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Marks comments, strings, words and numbers of code for the style sheet.
enum Highlighter {
  PLAIN("(?!)", "(?!)", List.of()),
  C_LIKE(
      "//[^\n]*|/\\*(?s:.*?)\\*/",
      "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])+'",
      List.of(
          "abstract assert boolean break byte case catch char class continue default def do double",
          "else enum extends final finally float for fun if implements import in instanceof int",
          "interface long match native new null object override package permits private protected",
          "public record return sealed short static super switch this throw throws true false try",
          "val var void volatile while with yield")),
  PYTHON(
      "#[^\n]*",
      "\"\"\"(?s:.*?)\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'",
      List.of(
          "and as assert break class continue def elif else except False finally for from if",
          "import in is lambda None not or pass raise return True try while with yield")),
  SHELL("(?<=^|\\s)#[^\n]*", "\"[^\"\n]*\"|'[^'\n]*'", List.of()),
  JSON("(?!)", "\"(?:\\\\.|[^\"\\\\\n])*\"", List.of("true false null")),
  XML("<!--(?s:.*?)-->", "\"[^\"\n]*\"", List.of());

  private static final Map<String, Highlighter> LANGUAGES =
      Map.ofEntries(
          Map.entry("java", C_LIKE),
          Map.entry("kotlin", C_LIKE),
          Map.entry("kt", C_LIKE),
          Map.entry("scala", C_LIKE),
          Map.entry("python", PYTHON),
          Map.entry("py", PYTHON),
          Map.entry("bash", SHELL),
          Map.entry("sh", SHELL),
          Map.entry("", SHELL),
          Map.entry("json", JSON),
          Map.entry("xml", XML));

  private final Pattern tokens;

  Highlighter(String comment, String text, List<String> words) {
    String keywords = words.isEmpty() ? "(?!)" : String.join("|", words).replace(' ', '|');
    this.tokens =
        Pattern.compile(
            "(?m)(?<comment>%s)|(?<string>%s)|(?<annotation>@\\w+)|\\b(?<keyword>%s)\\b"
                    .formatted(comment, text, keywords)
                + "|(?<number>\\b\\d[\\d_]*(?:\\.\\d+)?(?:[eE]-?\\d+)?[fLdF]?\\b)"
                + "|\\b(?<type>[A-Z]\\w*[a-z]\\w*)\\b");
  }

  /// That of a language as it stands behind a fence, or as a file's name ends; plain otherwise.
  static Highlighter of(String language) {
    return LANGUAGES.getOrDefault(language, PLAIN);
  }

  /// The code as HTML.
  String html(String code) {
    var html = new StringBuilder();
    Matcher found = tokens.matcher(code);
    int from = 0;
    while (this != PLAIN && found.find()) {
      html.append(escaped(code.substring(from, found.start())));
      html.append(marked(found));
      from = found.end();
    }
    return html.append(escaped(code.substring(from))).toString();
  }

  private String marked(Matcher found) {
    for (String kind : List.of("comment", "string", "annotation", "keyword", "number", "type")) {
      if (found.group(kind) != null && (this != SHELL || kind.equals("comment"))) {
        return "<span class=\"%s\">%s</span>".formatted(kind, escaped(found.group()));
      }
    }
    return escaped(found.group());
  }

  /// Text that HTML shows as it is, also in an attribute.
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
