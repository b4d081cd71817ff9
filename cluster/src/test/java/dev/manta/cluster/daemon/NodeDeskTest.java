package dev.manta.cluster.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.desk.HeadSays;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.error.MantaException;
import dev.manta.internal.link.LinkGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class NodeDeskTest {
  private static final Node NODE = new Node("near", Resources.cpus(4), List.of(), Map.of());

  @TempDir Path root;

  private final List<String> ended = new ArrayList<>();
  private Consumer<String> end = ended::add;

  @SuppressWarnings("NullAway.Init")
  private NodeDesk desk;

  @BeforeEach
  void grant() {
    var directory = new DataDirectory(root);
    desk =
        new NodeDesk(
            directory,
            NODE,
            new MemberBook(directory),
            new LinkGuard(),
            new NodeDesk.Consequences(_ -> {}, run -> end.accept(run), (_, _) -> {}));
    desk.hear(new HeadSays.Reigns(5));
    grant(1, "digits");
    grant(2, "letters");
  }

  private void grant(int number, String run) {
    desk.hear(new HeadSays.Introduces(5, run, "print of " + run));
    var wanted = new HeadEffect.Reserve("near", number, run, 1, Resources.cpus(1));
    desk.hear(new HeadSays.Asks(5, wanted));
  }

  private void release() {
    desk.hear(new HeadSays.Asks(5, new HeadEffect.Release("near", 3, "digits")));
  }

  private Set<String> reported() {
    return desk.report().allocation().shares().keySet();
  }

  @Test
  void workersAreEndedBeforeTheHeadHearsThatTheirShareIsFree() {
    end =
        run -> {
          ended.add(run);
          assertThat(reported()).contains("digits", "letters");
        };
    release();
    assertThat(ended).containsExactly("digits");
    assertThat(reported()).containsExactly("letters");
  }

  @Test
  void othersAskForTheirSharesWhileWorkersAreEndedAndTheRunHasNone() {
    end =
        _ -> {
          assertThat(has("letters").join()).isTrue();
          assertThat(has("digits").join()).isFalse();
        };
    release();
    assertThat(has("letters").join()).isTrue();
  }

  private CompletableFuture<Boolean> has(String run) {
    return CompletableFuture.supplyAsync(() -> desk.of(run, "print of " + run).isPresent())
        .orTimeout(5, TimeUnit.SECONDS);
  }

  @Test
  void aShareStaysWhereItsWorkersCouldNotBeEndedAndIsTakenAtTheNextWord() {
    end =
        _ -> {
          throw new IllegalStateException("not now");
        };
    assertThatThrownBy(this::release).hasMessage("not now");
    assertThat(reported()).contains("digits");
    end = ended::add;
    release();
    assertThat(reported()).containsExactly("letters");
  }

  @Test
  void anAccountThatCannotBeWrittenStaysAndLeavesNoFiles() throws IOException {
    Path account = root.resolve("account");
    Files.delete(account);
    Files.createDirectories(account.resolve("in the way"));
    assertThatThrownBy(this::release).isInstanceOf(MantaException.class);
    assertThat(reported()).contains("digits");
    assertThat(root).isDirectoryNotContaining("glob:**.kept*");
    Files.delete(account.resolve("in the way"));
    Files.delete(account);
    release();
    assertThat(reported()).containsExactly("letters");
  }
}
