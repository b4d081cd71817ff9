package dev.manta.tune.internal.importance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.error.MantaException;
import dev.manta.tune.Goal;
import dev.manta.tune.MadeResults;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.Space;
import dev.manta.tune.TrialState;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Axis;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class ImportancesTest {
  private static final Offset<Double> NEAR = within(0.04);
  private static final Space NUMBERS =
      Space.of().uniform("x", -1, 1).uniform("y", 0, 1).uniform("z", 0, 1);

  private static Map<String, Double> of(Space space, int trials, ToDoubleFunction<Point> loss) {
    Map<String, Double> found = MadeResults.in(space).complete(trials, loss).grid().importances();
    assertThat(found.values().stream().mapToDouble(each -> each).sum()).isCloseTo(1, within(1e-9));
    return found;
  }

  /// x of width 2 has the variance 4/12, 2y that of 4/12, z/2 that of 1/48: of 0.6875 in all.
  @Test
  void partsOfAnAdditiveFunctionAreThoseOfItsVariance() {
    Map<String, Double> found =
        of(NUMBERS, 600, p -> p.number("x") + 2 * p.number("y") + p.number("z") / 2);
    assertThat(found.get("x")).isCloseTo(0.333 / 0.6875, NEAR);
    assertThat(found.get("y")).isCloseTo(0.333 / 0.6875, NEAR);
    assertThat(found.get("z")).isCloseTo(0.0208 / 0.6875, NEAR);
  }

  /// Both terms have the variance 4/12; as a plain number, rate would be near its low end always.
  @Test
  void logarithmsAreUniform() {
    Space space = Space.of().logUniform("rate", 1e-4, 1).uniform("x", -1, 1);
    Map<String, Double> found =
        of(space, 400, p -> Math.log10(p.number("rate")) / 2 + p.number("x"));
    assertThat(found.get("rate")).isCloseTo(0.5, NEAR);
  }

  /// A choice of (0, 0, 3) has the variance 2, a whole number of 1 to 4 that of 1.25.
  @Test
  void choicesAndWholeNumbersCountEachValueAlike() {
    Space space = Space.of().choice("kind", "a", "b", "c").integer("layers", 1, 4);
    Map<String, Double> found =
        of(space, 200, p -> (p.text("kind").equals("c") ? 3 : 0) + p.whole("layers"));
    assertThat(found.get("kind")).isCloseTo(2 / 3.25, NEAR);
    assertThat(found.get("layers")).isCloseTo(1.25 / 3.25, NEAR);
  }

  /// With momentum m the loss is m (uniform in 0 to 1) for sgd, and 0.5 for adam: so the optimizer
  /// explains nothing, and momentum all that is explained by one parameter.
  @Test
  void aParameterHasNoEffectWhereItDoesNotExist() {
    Space space =
        Space.of()
            .choice("optimizer", "sgd", "adam")
            .when("optimizer", "sgd", inner -> inner.uniform("momentum", 0, 1));
    Map<String, Double> found =
        of(space, 400, p -> p.find("momentum").isPresent() ? p.number("momentum") : 0.5);
    assertThat(found.get("momentum")).isGreaterThan(0.9);
  }

  /// The effect of momentum's absence is that of the optimizer.
  @Test
  void thatAParameterDoesNotExistIsTheEffectOfTheOneItDependsOn() {
    Space space =
        Space.of()
            .choice("optimizer", "sgd", "adam")
            .when("optimizer", "sgd", inner -> inner.uniform("momentum", 0, 1));
    Map<String, Double> found = of(space, 400, p -> p.find("momentum").isPresent() ? 1 : 0);
    assertThat(found.get("optimizer")).isGreaterThan(0.95);
  }

  @Test
  void theLargestIsFirst() {
    assertThat(of(NUMBERS, 50, p -> p.number("z") + p.number("y") / 3).keySet())
        .containsExactly("z", "y", "x");
  }

  @Test
  void theSameTrialsGiveTheSameNumbers() {
    ToDoubleFunction<Point> loss = p -> Math.sin(9 * p.number("x")) * p.number("y");
    assertThat(of(NUMBERS, 60, loss)).isEqualTo(of(NUMBERS, 60, loss));
  }

  @Test
  void largeValuesAreAsGoodAsSmallOnes() {
    ResultGrid grid = MadeResults.in(NUMBERS).complete(50, p -> p.number("y")).grid();
    assertThat(grid.importances(Goal.maximize("loss"), Scope.ALL).get("y")).isGreaterThan(0.9);
  }

  @Test
  void hugeValuesDoNotOverflow() {
    assertThat(of(NUMBERS, 50, p -> p.number("x") * Double.MAX_VALUE).get("x")).isGreaterThan(0.9);
  }

  @Test
  void whereNothingDiffersNothingMatters() {
    Map<String, Double> found = MadeResults.in(NUMBERS).complete(9, _ -> 3).grid().importances();
    assertThat(found).hasSize(3).allSatisfy((_, part) -> assertThat(part).isZero());
  }

  @Test
  void constantsHaveNone() {
    Space space = NUMBERS.constant("z", 1.0);
    assertThat(of(space, 20, p -> p.number("x"))).containsOnlyKeys("x", "y");
  }

  @Test
  void trialsThatFailedAreLeftOut() {
    MadeResults made = MadeResults.in(NUMBERS).complete(30, p -> p.number("x"));
    var before = made.grid().importances();
    Point odd = Point.of("x", 0.0).with("y", 1.0).with("z", 0.5);
    made.with(odd, TrialState.FAILED, 1e9).with(odd, TrialState.COMPLETE, Double.NaN);
    assertThat(made.grid().importances()).isEqualTo(before);
  }

  @Test
  void tooFewTrialsAreRefusedWithHowManyAreNeeded() {
    MadeResults made = MadeResults.in(NUMBERS).complete(3, p -> p.number("x"));
    made.with(Point.of("x", 0.0), TrialState.FAILED, 0);
    assertThatThrownBy(() -> made.grid().importances())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("at least 4 trials")
        .hasMessageContaining("made has 3 of 4 (1 failed)");
    ResultGrid grid = made.grid();
    assertThatThrownBy(() -> grid.importances(Goal.minimize("accuracy"), Scope.LAST))
        .hasMessageContaining("no report has that metric, there are [loss]");
  }

  @Test
  void theLeavesOfATreeFillTheSpace() {
    Axis number = axis(Space.of().uniform("x", 0, 1));
    Axis choice = axis(Space.of().choice("kind", "a", "b", "c", "d"));
    double[][] places = {{0.1, 0.3, 0.5, 0.9}, {0.125, 0.375, 0.625, 0.625}};
    var rows = new Observations(List.of(number, choice), places, new double[] {1, 2, 3, 7});
    List<TreeLeaf> leaves = RegressionTree.leaves(rows, RandomStream.of(1, 1));
    assertThat(leaves).extracting(TreeLeaf::value).containsExactlyInAnyOrder(1.0, 2.0, 3.0, 7.0);
    assertThat(leaves.stream().mapToDouble(TreeLeaf::volume).sum()).isCloseTo(1, within(1e-12));
  }

  private static Axis axis(Space space) {
    return new Coding(space).axis(0);
  }

  /// A quarter of the space is 4, the rest 0: the mean is 1 and the variance 3; along each half of
  /// one parameter the means are 2 and 0, whose variance is 1.
  @Test
  void variancesAreThoseOfMeansOverAllOtherParameters() {
    Region low = new Region.Interval(0, 0.5);
    Region high = new Region.Interval(0.5, 1);
    var variances =
        new Variances(
            List.of(
                new TreeLeaf(List.of(low, low), 4),
                new TreeLeaf(List.of(low, high), 0),
                new TreeLeaf(List.of(high, Region.Interval.ALL), 0)));
    Axis number = axis(Space.of().uniform("x", 0, 1));
    assertThat(variances.total()).isEqualTo(3);
    assertThat(variances.of(0, number)).isEqualTo(1);
    assertThat(variances.of(1, number)).isEqualTo(1);
  }
}
