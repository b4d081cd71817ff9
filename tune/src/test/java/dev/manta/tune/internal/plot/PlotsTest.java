package dev.manta.tune.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.tune.Goal;
import dev.manta.tune.MadeResults;
import dev.manta.tune.Plot;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.Space;
import dev.manta.tune.TrialState;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

final class PlotsTest {
  private static final Space SPACE =
      Space.of()
          .logUniform("rate", 1e-4, 1)
          .choice("optimizer", "sgd", "adam")
          .when("optimizer", "sgd", inner -> inner.uniform("momentum", 0, 1));

  private static MadeResults made() {
    return MadeResults.in(SPACE).complete(12, p -> 1 + p.number("rate"));
  }

  private static Point at(double rate) {
    return Point.of("rate", rate).with("optimizer", "adam");
  }

  private static Document parsed(String svg) {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    } catch (Exception e) {
      throw new AssertionError("no XML: " + e.getMessage() + "\n" + svg, e);
    }
  }

  private static List<String> texts(String svg, String tag) {
    NodeList found = parsed(svg).getElementsByTagName(tag);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }

  @Test
  void aHistoryIsEachTrialAndTheBestSoFar() {
    MadeResults made = MadeResults.in(SPACE);
    made.with(at(0.1), TrialState.COMPLETE, 4).with(at(0.2), TrialState.STOPPED, 8);
    made.with(at(0.3), TrialState.FAILED, 0).with(at(0.4), TrialState.COMPLETE, 2);
    made.with(at(0.5), TrialState.COMPLETE, 6);
    assertThat(made.grid().plot(Plot.HISTORY).text(52))
        .isEqualTo(
            """
            made: loss of each trial, and the best so far

            8 ┤            ○
              │
              │
              │
              │
            6 ┤                                                •
              │
              │
              │
              │
            4 ┤•⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⢤
              │                                    ⢸
              │                                    ⢸
              │                                    ⢸
              │                                    ⢸
            2 ┤                                    ★⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
              └┬───────────┬───────────×───────────┬───────────┬
               0           1           2           3           4

            • complete   ○ stopped early   × failed   ★ best
            """);
  }

  @Test
  void theBestOfAGoalThatIsMaximizedIsTheLargest() {
    MadeResults made = MadeResults.in(SPACE);
    made.with(at(0.1), TrialState.COMPLETE, 1).with(at(0.2), TrialState.COMPLETE, 3);
    String text = made.grid().plot(Plot.HISTORY, Goal.maximize("loss"), Scope.LAST).text(40);
    assertThat(text.lines().filter(line -> line.contains("★")).findFirst().orElse(""))
        .startsWith("  3 ┤");
  }

  @Test
  void aSliceHasTheTrialsThatHaveItsParameter() {
    MadeResults made = MadeResults.in(SPACE).complete(1, _ -> 1);
    made.with(at(0.1), TrialState.COMPLETE, 2).with(at(0.2), TrialState.FAILED, 2);
    String svg = made.grid().plot(Plot.SLICES).svg();
    assertThat(texts(svg, "text"))
        .contains("loss by rate", "loss by optimizer", "loss by momentum", "sgd", "adam", "0.01");
    long failed = texts(svg, "title").stream().filter(each -> each.contains("failed")).count();
    assertThat(failed).as("marks of the failed trial, which has no momentum").isEqualTo(2);
  }

  @Test
  void parallelLinesOfTrialsWithoutAParameterPassBelowItsAxis() {
    String text = made().grid().plot(Plot.PARALLEL).text(80);
    assertThat(text).contains("0, none").contains("the best 8 of 12 trials");
    assertThat(texts(made().grid().plot(Plot.PARALLEL).svg(), "text")).contains("none");
    ResultGrid all = MadeResults.in(Space.of().uniform("x", 0, 1)).complete(5, _ -> 1).grid();
    assertThat(all.plot(Plot.PARALLEL).text(80)).doesNotContain("none");
  }

  @Test
  void axesThatDoNotFitFollowBelow() {
    Space many = Space.of();
    for (int i = 0; i < 9; i++) {
      many = many.uniform("x" + i, 0, 1);
    }
    ResultGrid grid = MadeResults.in(many).complete(9, p -> p.number("x3")).grid();
    assertThat(grid.plot(Plot.PARALLEL).text(80).lines().filter(line -> line.contains("loss")))
        .hasSize(3);
  }

  @Test
  void importancesAreBars() {
    assertThat(made().grid().plot(Plot.IMPORTANCES).text(40)).containsPattern("rate +0\\.\\d{3} █");
  }

  @ParameterizedTest
  @EnumSource(Plot.class)
  void noLineIsWiderThanTheColumns(Plot plot) {
    for (int columns : new int[] {40, 80, 133}) {
      String text = made().grid().plot(plot).text(columns);
      assertThat(text.lines())
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
      assertThat(text.lines()).noneMatch(line -> line.endsWith(" "));
    }
    assertThatThrownBy(() -> made().grid().plot(plot).text(39))
        .hasMessage("a plot needs at least 40 columns, not 39");
  }

  @ParameterizedTest
  @EnumSource(Plot.class)
  void hostileNamesAreOnlyTexts(Plot plot) {
    String name = "</text><script>alert(1)</script>\u001b[31m\u0000\u202e\uD800 & \"quoted\" 'x'";
    Space space = Space.of().uniform(name, 0, 1).choice("kind", "<b onload='x'>", "]]>");
    ResultGrid grid = MadeResults.in(space).complete(8, p -> p.number(name)).grid();
    Document svg = parsed(grid.plot(plot).svg());
    assertThat(svg.getElementsByTagName("script").getLength()).isZero();
    assertThat(svg.getElementsByTagName("b").getLength()).isZero();
    assertThat(grid.plot(plot).text(80)).doesNotContain("\u001b", "\u0000", "\u202e", "\uD800");
  }

  @ParameterizedTest
  @EnumSource(Plot.class)
  void theSameResultsGiveTheSamePicture(Plot plot) {
    assertThat(made().grid().plot(plot).svg()).isEqualTo(made().grid().plot(plot).svg());
  }

  @ParameterizedTest
  @EnumSource(Plot.class)
  void whereNoTrialHasAValueItIsSaidWhy(Plot plot) {
    ResultGrid grid = MadeResults.in(SPACE).with(at(0.1), TrialState.FAILED, 0).grid();
    assertThatThrownBy(() -> grid.plot(plot))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("no trial has ended with a value of loss; 1 of 1 failed");
  }

  @Test
  void constantsAreNoParametersToDraw() {
    ResultGrid grid = MadeResults.in(Space.of().constant("x", 1)).complete(4, _ -> 1).grid();
    assertThatThrownBy(() -> grid.plot(Plot.SLICES))
        .hasMessageContaining("no parameter with more than one value");
    assertThat(grid.plot(Plot.HISTORY).text(40)).contains("★");
  }

  @Test
  void oneTrialAndHugeValuesCanBeDrawn() {
    for (double value : new double[] {0, -3, Double.MAX_VALUE, Double.MIN_VALUE}) {
      MadeResults made = MadeResults.in(SPACE).with(at(0.1), TrialState.COMPLETE, value);
      assertThat(made.grid().plot(Plot.HISTORY).text(60)).contains("★");
      made.with(at(0.2), TrialState.COMPLETE, -Double.MAX_VALUE);
      parsed(made.grid().plot(Plot.SLICES).svg());
      assertThat(made.grid().plot(Plot.PARALLEL).svg()).doesNotContain("NaN", "Infinity");
    }
  }
}
