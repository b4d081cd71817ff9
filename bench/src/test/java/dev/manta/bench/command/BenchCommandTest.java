package dev.manta.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.BenchResult;
import dev.manta.bench.Figure;
import dev.manta.bench.Met;
import dev.manta.spi.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchCommandTest {
  private static final BenchResult MET =
      new BenchResult(
          "fit() to first step",
          "s",
          true,
          0.3,
          OptionalDouble.of(7.0),
          "ray",
          OptionalDouble.of(7.0 / 0.3),
          new double[] {0.28, 0.3, 0.34},
          new double[] {6.5, 7.0, 7.25},
          0.35,
          Met.YES);

  @Test
  void resultsAreJsonOneResultALine() {
    assertThat(BenchCommand.text(List.of(MET, with(Met.NO, 0.9))))
        .isEqualTo(
            """
            [{"name":"fit() to first step","unit":"s","lowerIsBetter":true,"manta":0.3,"peer":7.0,\
            "peerName":"ray","ratio":23.333333333333336,"mantaRuns":[0.28,0.3,0.34],\
            "peerRuns":[6.5,7.0,7.25],"bar":0.35,"met":"YES"},
             {"name":"fit() to first step","unit":"s","lowerIsBetter":true,"manta":0.9,\
            "peerName":"ray","mantaRuns":[0.9],"peerRuns":[],"bar":0.35,"met":"NO"}]\
            """);
  }

  @Test
  void peopleGetAnAlignedTable() {
    assertThat(Table.lines(List.of(MET, with(Met.PEER_MISSING, 0.9))))
        .containsExactly(
            "                     unit  manta  [quartiles]  peer               [quartiles]  ratio"
                + "  bar      met",
            "fit() to first step  s     0.3    [0.29 0.32]  ray 7              [6.75 7.13]  23.3x"
                + "  <= 0.35  yes",
            "fit() to first step  s     0.9    -            ray not installed  -            -    "
                + "  <= 0.35  peer missing");
  }

  @Test
  void aCheckThatMeasuredNothingFails() {
    Verdict verdict = Verdict.of(List.of());
    assertThat(verdict.status()).isEqualTo(1);
    assertThat(verdict.lines()).containsExactly("NOT MEASURED: no bar was tried, so none was met");
  }

  @Test
  void aMissedBarFailsTheCheckAndSaysBothFigures() {
    Verdict verdict = Verdict.of(List.of(MET, with(Met.NO, 0.9)));
    assertThat(verdict.status()).isEqualTo(1);
    assertThat(verdict.lines())
        .containsExactly("MISSED fit() to first step: 0.9 s, the bar is at most 0.35");
  }

  @Test
  void aNoisyMachineDoesNotFailTheCheckButSaysSo() {
    Verdict verdict = Verdict.of(List.of(with(Met.NOISY, 0.9)));
    assertThat(verdict.status()).isZero();
    assertThat(verdict.lines()).singleElement().asString().startsWith("NOISY");
  }

  @Test
  void aMissingPeerFailsTheCheckWhichSaysHowToInstallIt() {
    Verdict verdict = Verdict.of(List.of(with(Met.PEER_MISSING, 0.9)));
    assertThat(verdict.status()).isEqualTo(1);
    assertThat(verdict.lines()).singleElement().asString().endsWith("./dev peers");
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    var err = new StringWriter();
    int status =
        new CommandLine(new BenchCommand()).setErr(new PrintWriter(err)).execute("nothing");
    assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("there is no benchmark \"nothing\"");
  }

  private static String refused(String... words) {
    var err = new StringWriter();
    int status = new CommandLine(new BenchCommand()).setErr(new PrintWriter(err)).execute(words);
    assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
    return err.toString();
  }

  @Test
  void aFirstSeedIsForBenchmarksWhoseRoundsHaveSeeds() {
    assertThat(refused("history", "--first-seed", "3"))
        .contains("--first-seed is for search; the rounds of history are equal");
    assertThat(refused("search", "--first-seed", "-3"))
        .contains("--first-seed must be at least 0, not -3");
  }

  @Test
  void aMachineGetsTheListAsOneObjectALine() {
    var out = new StringWriter();
    new CommandLine(new BenchCommand()).setOut(new PrintWriter(out)).execute("--json");
    assertThat(out.toString().lines())
        .isNotEmpty()
        .allSatisfy(
            line -> assertThat(Json.parse(line).asObject().keys()).contains("name", "summary"));
  }

  @Test
  void figuresHaveThreeDigitsThatCount() {
    assertThat(Figure.text(0.012345)).isEqualTo("0.0123");
    assertThat(Figure.text(52_345.6)).isEqualTo("52,346");
    assertThat(Figure.text(100)).isEqualTo("100");
    assertThat(Figure.text(0)).isEqualTo("0");
  }

  private static BenchResult with(Met met, double manta) {
    return new BenchResult(
        "fit() to first step",
        "s",
        true,
        manta,
        OptionalDouble.empty(),
        "ray",
        OptionalDouble.empty(),
        new double[] {manta},
        new double[0],
        0.35,
        met);
  }
}
