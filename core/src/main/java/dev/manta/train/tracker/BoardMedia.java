package dev.manta.train.tracker;

import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedTable;
import dev.manta.train.logged.LoggedText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Logged things as values of TensorBoard's summaries.
final class BoardMedia {
  private static final int TAG = 1;
  private static final int IMAGE = 4;
  private static final int HISTOGRAM = 5;
  private static final int COLOUR_AT = 25;

  private BoardMedia() {}

  static Message message(String tag, Logged logged) {
    return switch (logged) {
      case LoggedImage image -> new Message().text(TAG, tag).message(IMAGE, image(image));
      case Histogram histogram ->
          new Message().text(TAG, tag).message(HISTOGRAM, histogram(histogram));
      case LoggedText text -> BoardMessages.markdown(tag, quoted(text.text()));
      case LoggedTable table -> BoardMessages.markdown(tag, markdown(table));
    };
  }

  private static Message image(LoggedImage image) {
    byte[] png = image.stored();
    return new Message()
        .number(1, image.height())
        .number(2, image.width())
        .number(3, channels(png[COLOUR_AT]))
        .bytes(4, png);
  }

  /// By the kind of colours in a PNG file's head.
  private static int channels(byte colour) {
    return switch (colour) {
      case 0 -> 1;
      case 4 -> 2;
      case 6 -> 4;
      default -> 3;
    };
  }

  /// There a bin begins where the one before ends, so the first one is empty and ends at the lowest
  /// edge.
  private static Message histogram(Histogram of) {
    List<Double> counts =
        Stream.concat(
                of.edges().stream().limit(1).map(_ -> 0.0),
                of.counts().stream().map(Long::doubleValue))
            .toList();
    return new Message()
        .real(1, of.min())
        .real(2, of.max())
        .real(3, (double) of.total())
        .real(4, of.sum())
        .real(5, of.sumOfSquares())
        .reals(6, of.edges())
        .reals(7, counts);
  }

  /// Indented, it is shown as it is.
  private static String quoted(String text) {
    return text.lines().map(line -> "    " + line).collect(Collectors.joining("\n"));
  }

  private static String markdown(LoggedTable table) {
    String rule = "|---".repeat(table.columns().size());
    return table.rows().stream()
        .map(BoardMedia::row)
        .collect(Collectors.joining("\n", row(table.columns()) + "\n" + rule + "|\n", "\n"));
  }

  private static String row(List<?> cells) {
    return cells.stream().map(BoardMedia::cell).collect(Collectors.joining("|", "|", "|"));
  }

  private static String cell(Object cell) {
    return cell.toString().replace("\\", "\\\\").replace("|", "\\|").replaceAll("\\R", " ");
  }
}
