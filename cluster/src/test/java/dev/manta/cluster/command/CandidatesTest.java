package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Grant;
import dev.manta.internal.head.HeadLink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CandidatesTest {
  @TempDir Path root;

  @Test
  void whenTheHeadsMachineDiesAnotherCandidateIsHead() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    BlockingQueue<Grant> grants = new LinkedBlockingQueue<>();
    try (var nodes = new TestNodes(root)) {
      nodes.head("a");
      nodes.node("b", "a", "--head", "--port", "0");
      try (HeadLink link = nodes.link("a", told);
          Claim claim = link.claim(DaemonsTest.demand("digits", 1), grants::add)) {
        assertThat(claim).isNotNull();
        assertThat(grants.poll()).isNotNull();
        nodes.kill("a");
        TestNodes.await(Duration.ofSeconds(60), () -> head(link).equals("b"));
        link.claim(DaemonsTest.demand("words", 1), grants::add);
        assertThat(link.status().claims()).hasSize(2);
      }
    }
  }

  private static String head(HeadLink link) {
    try {
      return link.status().head();
    } catch (RuntimeException away) {
      return "";
    }
  }
}
