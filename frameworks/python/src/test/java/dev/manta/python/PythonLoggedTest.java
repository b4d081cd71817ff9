package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedTable;
import dev.manta.train.logged.LoggedText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Python ranks log beside metrics is what Java reads.
@Timeout(120)
class PythonLoggedTest {
  @TempDir Path directory;

  private Result run(String storage, String script) throws Exception {
    return new Scripts(directory)
        .script("train.py", script)
        .scaling(ScalingConfig.workers(2))
        .run(
            RunConfig.named("logs")
                .storage(storage + directory.resolve("runs"))
                .failures(FailureConfig.retries(0))
                .quiet())
        .fit();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "far:"})
  void everyKindIsReadByJavaWhateverTheStorage(String storage) throws Exception {
    Result result =
        run(
            storage,
            """
            import base64, math, manta
            png = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
            if manta.get_context().get_world_rank() == 1:
                manta.report({"loss": 1})
                manta.log("samples", png)
                manta.log("weights/first", [1, 2, math.nan, math.inf, 5])
                manta.log("confusion", [{"class": "cat", "right": 3}, {"class": "dog", "share": 0.5}])
                manta.log("note", "first")
                manta.log("note", "<b>ä</b>")
            """);
    assertThat(result.logged().stream().map(LoggedItem::path))
        .containsExactly(
            "confusion/000000000002-1-1.table.json",
            "note/000000000002-1-1.txt",
            "samples/000000000002-1-1.png",
            "weights/first/000000000002-1-1.histogram.json");
    assertThat(result.logged("note").getFirst().read()).isEqualTo(new LoggedText("<b>ä</b>"));
    assertThat(result.logged("confusion").getFirst().read())
        .isEqualTo(
            LoggedTable.of("class", "right", "share").row("cat", 3L, "").row("dog", "", 0.5));
    assertThat(((LoggedImage) result.logged("samples").getFirst().read()).width()).isEqualTo(1);
    var weights = (Histogram) result.logged("weights/first").getFirst().read();
    assertThat(List.of(weights.nan(), weights.infinite(), weights.total()))
        .containsExactly(1L, 1L, 3L);
    assertThat(weights.counts()).hasSize(64);
  }

  @Test
  void numbersAreBinnedAlikeWithNumpyAndWithout() throws Exception {
    Scripts.requireModule("numpy");
    assertThat(
            Scripts.output(
                """
                import json, math, random, manta_logged
                values = [random.Random(7).gauss(0, 1) for _ in range(1)] + [i * i / 7 - 3 for i in range(100)] + [math.nan, math.inf]
                slow = json.loads(manta_logged.encoded(values)[1])
                import numpy
                quick = json.loads(manta_logged.encoded(numpy.array(values))[1])
                near = lambda one, other: all(abs(a - b) < 1e-9 * max(1, abs(a)) for a, b in zip(one, other))
                same = [slow[each] == quick[each] for each in ("min", "max", "nan", "infinite", "counts")]
                print(all(same), near(slow["edges"], quick["edges"]), near([slow["sum"]], [quick["sum"]]))
                """))
        .isEqualToIgnoringNewLines("True True True");
  }

  @Test
  void whatCannotBeLoggedIsRefusedByItsName() throws Exception {
    assertThat(
            Scripts.output(
                """
                import manta_logged
                class Attempt:
                    number, place, run = 1, {"rank": 0}, {"storage": "/nowhere"}
                files = manta_logged.LoggedFiles(Attempt())
                png = b"\\x89PNG\\r\\n\\x1a\\n" + b"\\0\\0\\0\\rIHDR" + b"\\0\\0\\x40\\1" * 2 + b"-" * 20
                print(manta_logged.encoded("half \\ud83d")[1].decode())
                for name, value in (("huge", png), ("headless", b"\\x89PNG\\r\\n\\x1a\\n" + b"-" * 40), ("empty", [{}]), ("../up", "text"), ("x" * 201, "text"), ("image", b"<svg>"), ("object", object()), ("large", "x" * 5000000)):
                    try:
                        files.add(name, 1, value)
                    except ValueError as refused:
                        print(refused)
                """))
        .contains(
            "half ?",
            "an image is 1 to 16384 pixels high and wide, not 16385 x 16385",
            "these 48 bytes are not a PNG file",
            "a table has at least one column",
            "\"../up\" cannot name what is logged",
            "has 201 characters",
            "these 5 bytes are not a PNG file",
            "object cannot be logged",
            "text \"large\" has 5000000 bytes");
  }
}
