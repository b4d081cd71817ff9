package dev.manta.dashboard.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
  private static StackTree tree() {
    StackTree tree = StackTree.empty();
    tree.add(List.of("rank-0", "com.acme.Digits.train", "com.acme.Digits.step"));
    tree.add(List.of("rank-0", "com.acme.Digits.train", "com.acme.Digits.step"));
    tree.add(List.of("rank-0", "com.acme.Digits.train", "com.acme.Digits.load"));
    tree.add(List.of("rank-0", "com.acme.Digits.train"));
    return tree;
  }

  @Test
  void aFrameIsAsWideAsItsShareOfItsCaller() {
    assertThat(new FlameGraph("digits", tree()).html())
        .contains("<title>digits</title>")
        .contains("com.acme.Digits.step: 2 samples, 50.0 %")
        .contains("data-width=\"25.0000\" style=\"width:25.0000%\"")
        .contains("4 samples.");
  }

  @Test
  void namesAreShownAsText() {
    StackTree tree = StackTree.empty();
    tree.add(List.of("<script>alert(1)</script>"));
    assertThat(new FlameGraph("<b>&\"", tree).html())
        .doesNotContain("<script>alert", "<b>&")
        .contains("&lt;script&gt;alert(1)", "<title>&lt;b&gt;&amp;&quot;</title>");
  }

  @Test
  void framesThatNobodyCouldSeeAreLeftOut() {
    StackTree tree = StackTree.empty();
    for (int i = 0; i < 2000; i++) {
      tree.add(List.of("often"));
    }
    tree.add(List.of("seldom"));
    assertThat(new FlameGraph("digits", tree).html()).contains("often").doesNotContain("seldom");
  }

  @Test
  void theHottestFramesAreThoseOnTop() {
    assertThat(tree().hottest(2)).first().asString().isEqualTo(" 50.0 %  com.acme.Digits.step");
  }
}
