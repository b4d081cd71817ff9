package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Pages, comments and messages say what a colleague would say aloud.
class WordsTest {
  private static final String GAP = "[ \n]{1,4}";

  /// @param say what to write instead
  private record Stumble(Pattern words, String say) {
    static Stumble of(String words, String say) {
      return new Stumble(Pattern.compile(words.replace(" ", GAP)), say);
    }
  }

  /// @param file how its path begins
  private record Allowed(String file, String words, String why) {
    boolean covers(Found found) {
      return found.file.startsWith(file) && found.words.matches(words);
    }
  }

  private record Found(String file, int line, String words, String say) {
    @Override
    public String toString() {
      return "%s:%s: \"%s\": say %s".formatted(file, line, words, say);
    }
  }

  private static final List<Stumble> STUMBLES =
      List.of(
          Stumble.of(
              "(?:[Gg]o(?:es|ing|ne)?|[Ww]ent) on\\b",
              "resumes, continues or proceeds, as is meant"),
          Stumble.of("[Rr]ooms?\\b(?<!\\w[Rr]ooms?)", "space for bytes, capacity for workers"),
          Stumble.of(
              "\\b(is|are|was|were) no (?!longer|more|less|later|larger|reason|use\\b|limit)"
                  + "(?<!\\b[Tt]here (is|are|was|were) no )\\w+",
              "is not a …"),
          Stumble.of("\\ba \\w+ of its own of\\b", "its own …"),
          Stumble.of("\\b[Aa]t the very\\b", "at the exact …"));

  /// Names of code that say the same.
  private static final Stumble NAME =
      Stumble.of("[gG]o(es)?_?[oO]n(?![a-z])", "resume, continue or proceed, as is meant");

  private static final String PACKAGES = "a room is a package there, as in docs/rooms.puml";

  /// What looks like a stumble and is none.
  private static final List<Allowed> ALLOWED =
      List.of(
          new Allowed("ARCHITECTURE.md", "[Rr]ooms?", PACKAGES),
          new Allowed("STYLE.md", "rooms?", PACKAGES),
          new Allowed("CONTRIBUTING.md", "rooms", PACKAGES),
          new Allowed("docs/decisions/0003", "room", PACKAGES),
          new Allowed("docs/decisions/0017", "room", PACKAGES),
          new Allowed("docs/decisions/0038", "[Rr]ooms?", PACKAGES),
          new Allowed("docs/decisions/0049", "room", PACKAGES));

  private static final List<Found> FOUND =
      WrittenText.all().stream().flatMap(WordsTest::found).toList();

  @Test
  void nothingIsWrittenThatStumbles() {
    assertThat(FOUND.stream().filter(WordsTest::isWrong))
        .as("words that no colleague would say; where they are right, add them to ALLOWED")
        .isEmpty();
  }

  @Test
  void whatIsAllowedIsStillWritten() {
    assertThat(ALLOWED)
        .as("lines that are allowed need to be there")
        .allMatch(each -> FOUND.stream().anyMatch(each::covers));
  }

  /// A phrase on two lines of a comment, and one in two strings, are found too; a list of words is
  /// not a phrase.
  @Test
  void phrasesAreFoundWhereverTheyAreWritten() {
    var java =
        WrittenText.of(
            "A.java",
            "/// A run goes\n/// on, and\nsay(\"it is\"\n    + \" no run\", \"is\", \"no\");");
    assertThat(found(java))
        .extracting(Found::toString)
        .containsExactly(
            "A.java:1: \"goes on\": say resumes, continues or proceeds, as is meant",
            "A.java:3: \"is no run\": say is not a …");
    assertThat(
            found(WrittenText.of("a.py", "\"\"\"There is no room.\"\"\"\nroom = 1  # it went on")))
        .extracting(Found::words)
        .containsExactly("went on", "room");
  }

  private static boolean isWrong(Found found) {
    return ALLOWED.stream().noneMatch(each -> each.covers(found));
  }

  private static Stream<Found> found(WrittenText written) {
    return Stream.concat(
        STUMBLES.stream().flatMap(each -> found(written.file(), written.text(), each)),
        found(written.file(), written.whole(), NAME));
  }

  private static Stream<Found> found(String file, String text, Stumble stumble) {
    Matcher matcher = stumble.words.matcher(text);
    return matcher
        .results()
        .map(
            match ->
                new Found(
                    file,
                    WrittenText.line(text, match.start()),
                    match.group().replaceAll("\\s+", " "),
                    stumble.say));
  }
}
