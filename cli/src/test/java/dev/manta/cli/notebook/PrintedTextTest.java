package dev.manta.cli.notebook;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrintedTextTest {
  private record Piece(String stream, String text) {}

  private final LinkedBlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
  private final PrintedText printed =
      new PrintedText((stream, text) -> pieces.add(new Piece(stream, text)));
  private final PrintStream out = printed.out();
  private final PrintStream err = printed.err();

  @Test
  void manyLinesAreFewPieces() {
    IntStream.range(0, 200_000).forEach(out::println);
    printed.handOn();
    String all = IntStream.range(0, 200_000).mapToObj(i -> i + "\n").collect(joining());
    assertThat(pieces.stream().map(Piece::text).collect(joining()).equals(all)).isTrue();
    assertThat(pieces).hasSizeLessThan(1000);
  }

  @Test
  void aLineIsHandedOnAfterAMoment() throws InterruptedException {
    out.println("first");
    assertThat(pieces.poll(10, TimeUnit.SECONDS)).isEqualTo(new Piece("stdout", "first\n"));
    out.println("second");
    assertThat(pieces.poll(10, TimeUnit.SECONDS)).isEqualTo(new Piece("stdout", "second\n"));
  }

  @Test
  void bothStreamsKeepTheirOrder() {
    out.println("1");
    err.println("2");
    out.println("3");
    printed.handOn();
    assertThat(List.copyOf(pieces))
        .containsExactly(
            new Piece("stdout", "1\n"), new Piece("stderr", "2\n"), new Piece("stdout", "3\n"));
  }

  @Test
  void aCharacterIsNotCut() {
    byte[] bytes = "a€".getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, 2);
    printed.handOn();
    out.write(bytes, 2, 2);
    printed.handOn();
    assertThat(pieces.stream().map(Piece::text)).containsExactly("a", "€");
  }
}
