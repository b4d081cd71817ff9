package dev.manta.train.logged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class LoggedTest {
  private static BufferedImage shown(LoggedImage image) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(image.stored()));
  }

  private static Logged again(Logged logged) {
    return logged.kind().read(logged.stored());
  }

  @Test
  void pixelsAreAPngThatOthersReadAsTheSamePixels() throws IOException {
    byte[] pixels = new byte[7 * 5 * 3];
    new Random(5).nextBytes(pixels);
    BufferedImage image = shown(LoggedImage.of(pixels, 7, 5, 3));
    assertThat(image.getHeight()).isEqualTo(7);
    assertThat(image.getWidth()).isEqualTo(5);
    for (int i = 0; i < 7 * 5; i++) {
      int rgb = image.getRGB(i % 5, i / 5);
      assertThat(new byte[] {(byte) (rgb >> 16), (byte) (rgb >> 8), (byte) rgb})
          .containsExactly(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]);
    }
  }

  @Test
  void greyPixelsAreFromZeroToOneAndNanIsBlack() throws IOException {
    float[] pixels = {0, 1, 0.5f, -3, 7, Float.NaN};
    BufferedImage image = shown(LoggedImage.of(pixels, 2, 3, 1));
    int[] grey = image.getRaster().getSamples(0, 0, 3, 2, 0, new int[6]);
    assertThat(grey).containsExactly(0, 255, 128, 0, 255, 0);
  }

  @Test
  void anImageWithAlphaKeepsIt() throws IOException {
    BufferedImage image = shown(LoggedImage.of(new byte[] {1, 2, 3, 4}, 1, 1, 4));
    assertThat(image.getRGB(0, 0)).isEqualTo(0x04010203);
  }

  @Test
  void aPngKnowsHowLargeItIs() {
    byte[] file = LoggedImage.of(new byte[6], 2, 3, 1).stored();
    LoggedImage image = LoggedImage.png(file);
    assertThat(List.of(image.height(), image.width())).containsExactly(2, 3);
    assertThat(again(image)).isEqualTo(image);
  }

  @Test
  void whatIsNoImageIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoggedImage.png("<svg></svg>".getBytes(StandardCharsets.UTF_8)))
        .withMessage("these 11 bytes are not a PNG file; of pixels make one with LoggedImage.of");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoggedImage.of(new byte[12], 2, 3, 3))
        .withMessage(
            "an image of height 2, width 3 and 3 channels has 18 values, and 12 were given");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoggedImage.of(new float[0], 0, 3, 1))
        .withMessage("an image is 1 to 16384 pixels high and wide, not 0 x 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoggedImage.of(new float[12], 2, 3, 2))
        .withMessage("an image has 1, 3 or 4 channels, not 2");
  }

  @Test
  void aHistogramCountsValuesInBinsOfEqualWidth() {
    Histogram histogram = Histogram.of(4, new double[] {0, 1, 1.5, 2, 3, 4});
    assertThat(histogram.edges()).containsExactly(0.0, 1.0, 2.0, 3.0, 4.0);
    assertThat(histogram.counts()).containsExactly(1L, 2L, 1L, 2L);
    assertThat(histogram.sum()).isEqualTo(11.5);
    assertThat(histogram.sumOfSquares()).isEqualTo(32.25);
    assertThat(again(histogram)).isEqualTo(histogram);
  }

  @Test
  void nanAndInfiniteValuesAreCountedApart() {
    Histogram histogram =
        Histogram.of(Float.NaN, 1, 2, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 3);
    assertThat(List.of(histogram.nan(), histogram.infinite(), histogram.total()))
        .containsExactly(1L, 2L, 3L);
    assertThat(List.of(histogram.min(), histogram.max())).containsExactly(1.0, 3.0);
    Histogram nothing = Histogram.of(Double.NaN);
    assertThat(nothing.counts()).isEmpty();
    assertThat(again(nothing)).isEqualTo(nothing);
  }

  @Test
  void equalValuesAreOneBinAroundThem() {
    Histogram histogram = Histogram.of(2, 2, 2f);
    assertThat(histogram.edges()).containsExactly(1.5, 2.5);
    assertThat(histogram.counts()).containsExactly(3L);
  }

  @Test
  void everyFiniteValueIsInABinHoweverLargeOrSmall() {
    double[][] cases = {
      {-Double.MAX_VALUE, Double.MAX_VALUE, 0}, {0, Double.MIN_VALUE}, {1, Math.nextUp(1.0)}, {}
    };
    for (double[] values : cases) {
      Histogram histogram = Histogram.of(values);
      assertThat(histogram.total()).isEqualTo(values.length);
      assertThat(histogram.edges()).isSorted().allMatch(Double::isFinite);
      assertThat(again(histogram)).isEqualTo(histogram);
    }
  }

  @Test
  void manyValuesAreSmallWhenStored() {
    float[] values = new float[1_000_000];
    Random random = new Random(3);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    Histogram histogram = Histogram.of(values);
    assertThat(histogram.total()).isEqualTo(1_000_000);
    assertThat(histogram.stored().length).isLessThan(4_000);
  }

  @Test
  void aTextIsKeptAsItIs() {
    var text = new LoggedText("<script>alert(1)</script>\nä €");
    assertThat(again(text)).isEqualTo(text);
  }

  @Test
  void aTableKeepsItsCells() {
    LoggedTable table =
        LoggedTable.of("class", "right", "share").row("cat", 3, 0.5).row("dog", -1L, true);
    assertThat(again(table))
        .isEqualTo(
            LoggedTable.of("class", "right", "share").row("cat", 3L, 0.5).row("dog", -1L, true));
    assertThat(again(LoggedTable.of("loss").row(Double.NaN)))
        .isEqualTo(LoggedTable.of("loss").row("NaN"));
  }

  @Test
  void aTableThatIsNoneIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoggedTable.of("a", "b").row(1))
        .withMessage("row 0 of the table has 1 cells, and the table has 2 columns, [a, b]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoggedTable.of("a").row(new int[] {1}))
        .withMessageContaining("a cell is a number, a text or a boolean");
    assertThatIllegalArgumentException().isThrownBy(LoggedTable::of);
  }

  @Test
  void aDamagedFileSaysWhatItShouldBe() {
    assertThatThrownBy(() -> LoggedKind.TABLE.read(new byte[] {'{'}))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("this is not of kind table");
  }

  @Test
  void binsAreWithinReason() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Histogram.of(0, DoubleStream.of(1).toArray()))
        .withMessage("a histogram has 1 to 10000 bins, not 0");
  }
}
