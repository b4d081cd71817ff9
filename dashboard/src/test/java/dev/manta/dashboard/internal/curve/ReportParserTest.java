package dev.manta.dashboard.internal.curve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.journal.MetricsLines;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.Origin;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReportParserTest {
  private static MetricsLines lines(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new MetricsLines(Location.of(Path.of("/metrics/1.jsonl")), bytes, 0, bytes.length);
  }

  private static String line(String metrics) {
    return "{\"attempt\":1,\"rank\":0,\"step\":5,\"epoch\":2,\"worker\":\"w3\",\"seq\":17,\"at\":\"2026-01-31T12:00:00.125Z\",\"metrics\":%s}\n"
        .formatted(metrics);
  }

  /// The same by way of JSON objects.
  private static ReportBlock slowly(MetricsLines lines, List<String> damages) {
    var block = new ReportBlock(0);
    for (int start = 0; start < lines.to(); start = lines.lineEnd(start)) {
      try {
        block.add(lines.row(start, lines.lineEnd(start)));
      } catch (RuntimeException e) {
        damages.add(String.valueOf(e.getMessage()));
      }
    }
    return block;
  }

  private static String shown(ReportBlock block) {
    var out = new StringBuilder();
    for (int row = 0; row < block.rows(); row++) {
      out.append(block.sources().get(block.sourceOf(row))).append(' ');
      out.append(block.sequence(row)).append(' ').append(block.step(row)).append(' ');
      out.append(block.epoch(row)).append(' ').append(block.atMillis(row));
      for (int i = block.firstValue(row); i < block.firstValue(row + 1); i++) {
        out.append(' ').append(block.names().get(block.nameOf(i))).append('=');
        out.append(block.value(i));
      }
      out.append('\n');
    }
    return out.toString();
  }

  private static void assertSame(String text) {
    List<String> expectedDamages = new ArrayList<>();
    List<String> damages = new ArrayList<>();
    String expected = shown(slowly(lines(text), expectedDamages));
    ReportBlock parsed =
        ReportParser.parse(lines(text), why -> damages.add(String.valueOf(why.getMessage())));

    assertThat(shown(parsed)).as(text).isEqualTo(expected);
    assertThat(damages).as(text).isEqualTo(expectedDamages);
  }

  @Test
  void aReportIsReadAsItWasWritten() {
    ReportBlock block =
        ReportParser.parse(
            lines(line("{\"loss\":0.25,\"a\":{\"b\":-3e2},\"nan\":\"NaN\",\"text\":\"x\"}")),
            why -> {
              throw why;
            });

    assertThat(shown(block))
        .isEqualTo(
            "Source[attempt=1, rank=0, worker=w3] 17 5 2 1769860800125 loss=0.25 a/b=-300.0 nan=NaN\n");
  }

  @Test
  void everyFormOfALineIsReadAsJsonIs() {
    List<String> metrics =
        List.of(
            "{}",
            "{\"a\":0}",
            "{\"a\":-0}",
            "{\"a\":01}",
            "{\"a\":1.}",
            "{\"a\":.5}",
            "{\"a\":1e}",
            "{\"a\":1e400}",
            "{\"a\":1e-400}",
            "{\"a\":4.9E-324}",
            "{\"a\":1.7976931348623157E308}",
            "{\"a\":9007199254740993}",
            "{\"a\":123456789012345678901234567890}",
            "{\"a\":0.1000000000000000055511151231257827}",
            "{\"a\":1E+5,\"b\":1e-05}",
            "{ \"a\" : 1 }",
            "{\"a\":1,\"a\":2}",
            "{\"a\":{\"x\":1},\"b\":{\"x\":2}}",
            "{\"a/x\":1,\"a\":{\"x\":2}}",
            "{\"\":1,\"\\u0041\":2,\"q\\\"q\":3,\"q\":4}",
            "{\"ä€😀\":1}",
            "{\"a\":[1,2],\"b\":3}",
            "{\"a\":true,\"b\":false,\"c\":null,\"d\":1}",
            "{\"a\":tru}",
            "{\"a\":\"-Infinity\",\"b\":\"Infinity\",\"c\":\"infinity\"}",
            "{\"a\":1",
            "{\"a\"",
            "{\"a",
            "[]",
            "7");
    metrics.forEach(each -> assertSame(line(each)));
    assertSame(metrics.stream().map(ReportParserTest::line).reduce("", String::concat));
  }

  @Test
  void everyFormOfWhatStandsBeforeTheMetricsIsReadAsJsonIs() {
    String good = line("{\"a\":1}");
    for (String time :
        List.of(
            "2026-01-31T12:00:00Z",
            "2026-01-31T12:00:00.1Z",
            "2026-01-31T12:00:00.123456Z",
            "2026-01-31T12:00:00.123456789Z",
            "2026-01-31T12:00:00.1234567890Z",
            "2026-02-30T12:00:00Z",
            "2026-01-31T24:00:00Z",
            "2026-01-31T12:60:00Z",
            "1969-12-31T23:59:59.999Z",
            "+12026-01-31T12:00:00Z",
            "2026-01-31",
            "")) {
      assertSame(good.replace("2026-01-31T12:00:00.125Z", time));
    }
    for (String step : List.of("-1", "007", "5.0", "1e3", "99999999999999999999", "\"5\"")) {
      assertSame(good.replace("\"step\":5", "\"step\":" + step));
    }
    assertSame(good.replace("\"rank\":0", "\"rank\":5000000000"));
    assertSame(good.replace("\"w3\"", "\"w\\n3\""));
    assertSame(good.replace("}}", "},\"checkpoint\":\"c1\"}"));
    assertSame(good.replace("}}", "},\"checkpoint\":\"c\\\"1\"}"));
    assertSame(good.replace("}}", "},\"later\":1}"));
    assertSame("\n" + good + "no report\n" + good.substring(0, 40) + "\n" + good);
  }

  @Test
  void whatTheEncoderWritesIsReadWithoutLoss() {
    var random = new Random(7);
    var encoder = new MetricsRowEncoder();
    var text = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      var metrics = new StringBuilder("{");
      for (int k = random.nextInt(6); k >= 0; k--) {
        double value = Double.longBitsToDouble(random.nextLong());
        double usual =
            Double.isFinite(value) && random.nextBoolean() ? value : random.nextGaussian();
        metrics.append(
            "\"m%s\":%s%s"
                .formatted(k, random.nextInt(3) == 0 ? (float) usual : usual, k == 0 ? "" : ","));
      }
      var origin = new Origin(1 + i / 900, random.nextInt(4), "w" + random.nextInt(5), i);
      var stamp =
          new MetricsRowEncoder.Stamp(i, i / 100, 1_760_000_000_000L + random.nextInt(1 << 30));
      byte[] written = metrics.append('}').toString().getBytes(StandardCharsets.UTF_8);
      text.append(encoder.encode(origin, stamp, written, i % 50 == 0 ? "c" + i : "")).append('\n');
    }
    assertSame(text.toString());
  }

  @Test
  void bytesThatNobodyMeantAreReadAsJsonIs() {
    String good = line("{\"a\":1.5,\"b\":{\"c\":\"NaN\"}}");
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new Random(seed);
      var broken = new StringBuilder(good + good);
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(broken.length() - 1);
        switch (random.nextInt(3)) {
          case 0 -> broken.deleteCharAt(at);
          case 1 -> broken.setCharAt(at, (char) (32 + random.nextInt(95)));
          default -> broken.insert(at, "\"{}[]:,-.0e\\\n".charAt(random.nextInt(13)));
        }
      }
      assertSame(broken.toString());
    }
  }
}
