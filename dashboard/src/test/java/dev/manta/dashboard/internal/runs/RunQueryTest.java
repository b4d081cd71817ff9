package dev.manta.dashboard.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.stored.RunLine;
import dev.manta.train.Metrics;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunQueryTest {
  private static ListedRun run(String name, double loss, String config, String... tags) {
    var line =
        new RunLine(
            name,
            "finished",
            1,
            10,
            Optional.of(Instant.EPOCH),
            Metrics.of("loss", loss),
            "/runs/" + name,
            Optional.empty());
    return new ListedRun(
        name,
        line,
        Optional.of(Instant.EPOCH),
        "a.B::train",
        ListedRun.flat(config),
        List.of(tags),
        "");
  }

  private static final List<ListedRun> RUNS =
      List.of(
          run("a", 0.5, "{\"lr\":0.1,\"model\":{\"name\":\"big\"}}", "best"),
          run("b", 0.25, "{\"lr\":0.01}"),
          run("c", Double.NaN, "{\"lr\":\"auto\"}"),
          run("d", 1.5, "no JSON"));

  private static List<String> names(String search, String sort, String... filters) {
    return new RunQuery(search, List.of(filters), sort, 0, 100)
        .of(RUNS).runs().stream().map(ListedRun::id).toList();
  }

  @Test
  void aSearchLooksAtNamesTagsAndConfigs() {
    assertThat(names("BEST", "name")).containsExactly("a");
    assertThat(names("lr=0.01", "name")).containsExactly("b");
    assertThat(names("big", "name")).containsExactly("a");
    assertThat(names("nothing", "name")).isEmpty();
  }

  @Test
  void filtersCompareNumbersAsNumbers() {
    assertThat(names("", "name", "metrics/loss<0.6")).containsExactly("a", "b");
    assertThat(names("", "name", "metrics/loss>=0.5", "config/lr=0.1")).containsExactly("a");
    assertThat(names("", "name", "tag=best")).containsExactly("a");
    assertThat(names("", "name", "tag!=best")).containsExactly("b", "c", "d");
    assertThat(names("", "name", "config/model/name=big")).containsExactly("a");
  }

  @Test
  void runsWithoutTheValueComeLastWhicheverWayItIsSorted() {
    assertThat(names("", "config/lr")).containsExactly("b", "a", "c", "d");
    assertThat(names("", "-config/lr")).containsExactly("c", "a", "b", "d");
    assertThat(names("", "metrics/loss")).startsWith("b", "a", "d");
  }

  @Test
  void aPageIsAPartOfAllThatMatch() {
    RunQuery.Page page = new RunQuery("", List.of(), "name", 1, 2).of(RUNS);
    assertThat(page.total()).isEqualTo(4);
    assertThat(page.runs()).extracting(ListedRun::id).containsExactly("b", "c");
  }

  @Test
  void aFilterThatMakesNoSenseSaysWhatOneIs() {
    assertThatThrownBy(() -> names("", "name", "loss"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metrics/loss<0.5");
    assertThatThrownBy(() -> names("", "name", "metrics/loss<x")).hasMessageContaining("number");
    assertThatThrownBy(() -> names("", "colour")).hasMessageContaining("runs have no \"colour\"");
  }
}
