package dev.manta.torch.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.testkit.python.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PtFileTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  @Test
  void whatIsWrittenIsReadBack() {
    Path file = directory.resolve("all.pt");
    PtFile.write(file, nested());
    Map<?, ?> read = (Map<?, ?>) Objects.requireNonNull(PtFile.read(file));
    assertThat(Samples.texts(map(read, "tensors"))).isEqualTo(Samples.texts(Samples.tensors()));
    assertThat(read.get("list")).isEqualTo(Arrays.asList(1L, 2.5, "ünï", true, null, -7L));
    assertThat(read.get("large")).isEqualTo(1L << 40);
    assertThat(map(read, "map").get(5L)).isEqualTo("five");
  }

  @Test
  void pythonLoadsWhatWasWrittenWithItsSafeDefaults() {
    Path file = directory.resolve("all.pt");
    PtFile.write(file, nested());
    Python.run(
        """
        import sys, torch
        for mapped in (False, True):
            read = torch.load(sys.argv[1], weights_only=True, mmap=mapped)
            for t in "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 uint16 uint32 uint64 float8_e4m3fn float8_e5m2".split():
                expected = torch.arange(6).reshape(2, 3).to(getattr(torch, t))
                found = read["tensors"][t]
                assert found.dtype == expected.dtype and found.shape == expected.shape, (t, found)
                assert bytes(found.clone().untyped_storage()) == bytes(expected.untyped_storage()), (t, found)
            assert read["tensors"]["scalar"].item() == 2.5 and read["tensors"]["scalar"].shape == ()
            assert read["tensors"]["empty"].shape == (0, 4)
            assert read["list"] == [1, 2.5, "ünï", True, None, -7], read["list"]
            assert read["large"] == 1 << 40 and read["negative"] == -(1 << 40) and read["map"] == {5: "five"}, read
            assert torch.equal(read["view"], torch.arange(6.).reshape(2, 3).t())
        """,
        file);
  }

  @Test
  void aStateDictOfPythonIsReadWithItsViews() throws IOException {
    Map<String, Tensor> read = PtFile.readStateDict(Samples.resource(directory, "python.pt"));
    Map<String, String> texts = Samples.texts(read);
    assertThat(texts).containsAllEntriesOf(Samples.texts(Samples.tensors()));
    assertThat(texts.get("transposed"))
        .isEqualTo(
            "4x3xFloat: 0.0000 4.0000 8.0000 1.0000 5.0000 9.0000 2.0000 6.0000 10.0000"
                + " 3.0000 7.0000 11.0000");
    assertThat(texts.get("column")).isEqualTo("3xFloat: 1.0000 5.0000 9.0000");
    assertThat(texts.get("parameter")).isEqualTo("2xFloat: 1.0000 1.0000");
  }

  @Test
  void tensorsThatSharedMemoryShareItAgain() throws IOException {
    Map<String, Tensor> read = PtFile.readStateDict(Samples.resource(directory, "python.pt"));
    Objects.requireNonNull(read.get("row")).fill_(new Scalar(-1));
    assertThat(Samples.text(Objects.requireNonNull(read.get("column"))))
        .isEqualTo("3xFloat: 1.0000 5.0000 -1.0000");
  }

  @Test
  void aCheckpointWithItsOptimizerIsRead() throws IOException {
    Object read = PtFile.read(Samples.resource(directory, "nested.pt"));
    Map<?, ?> all = (Map<?, ?>) Objects.requireNonNull(read);
    assertThat(map(all, "model").keySet().toString()).isEqualTo("[weight, bias]");
    Map<?, ?> state = map(map(map(all, "optimizer"), "state"), 0L);
    assertThat(Samples.text((Tensor) Objects.requireNonNull(state.get("step"))))
        .isEqualTo("Float: 1.0000");
    assertThat(all.get("size")).isEqualTo(List.of(3L, 4L));
    assertThat(all.get("type")).isEqualTo("torch.float16");
    assertThat(all.get(5L)).isEqualTo("five");
    assertThat(all.get("step")).isEqualTo(1L << 40);
  }

  @Test
  void aTiedWeightIsWrittenOnce() throws IOException {
    Tensor tied = torch.ones(1000);
    Path file = directory.resolve("tied.pt");
    PtFile.write(file, Map.of("a", tied, "b", tied));
    assertThat(Files.size(file)).isLessThan(7000);
  }

  @Test
  void aFileThatAsksForMoreThanTensorsIsRefusedByName() throws IOException {
    Path file = Samples.resource(directory, "harm.pt");
    assertThatThrownBy(() -> PtFile.read(file))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("posix.system");
  }

  @Test
  void aFileOfOldTorchSaysSo() throws IOException {
    Path file = Samples.resource(directory, "legacy.pt");
    assertThatThrownBy(() -> PtFile.read(file)).hasMessageContaining("since PyTorch 1.6");
  }

  @Test
  void aNestedFileIsNoPlainStateDict() throws IOException {
    Path file = Samples.resource(directory, "nested.pt");
    assertThatThrownBy(() -> PtFile.readStateDict(file))
        .hasMessageContaining("not a plain state dict: \"model\"");
  }

  @Test
  void aValueThatNoFileTakesIsNamedWithItsPlace() {
    Path file = directory.resolve("bad.pt");
    assertThatThrownBy(() -> PtFile.write(file, Map.of("a", List.of(1, new Random(1)))))
        .hasMessageContaining("a[1] is a java.util.Random");
    assertThat(file).doesNotExist();
  }

  @Test
  void damagedPicklesAreReadOrRefusedButNeverMore() throws IOException {
    Path file = Samples.resource(directory, "python.pt");
    byte[] pickle = entry(file, "python/data.pkl");
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      byte[] damaged = pickle.clone();
      for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        PtFile.read(with(file, damaged));
      } catch (MantaException e) {
        refused++;
        assertThat(e).hasMessageContaining("damaged.pt");
      }
    }
    assertThat(refused).isPositive();
  }

  private static byte[] entry(Path file, String name) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return zip.getInputStream(zip.getEntry(name)).readAllBytes();
    }
  }

  /// The file with another pickle.
  private Path with(Path file, byte[] pickle) throws IOException {
    Path damaged = directory.resolve("damaged.pt");
    try (ZipFile zip = new ZipFile(file.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(damaged))) {
      for (ZipEntry each : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
        byte[] bytes =
            each.getName().endsWith("data.pkl") ? pickle : zip.getInputStream(each).readAllBytes();
        ZipEntry copy = new ZipEntry(each.getName());
        copy.setMethod(ZipEntry.STORED);
        copy.setSize(bytes.length);
        var crc = new java.util.zip.CRC32();
        crc.update(bytes);
        copy.setCrc(crc.getValue());
        out.putNextEntry(copy);
        out.write(bytes);
      }
    }
    return damaged;
  }

  private static Map<String, Object> nested() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("tensors", Samples.tensors());
    all.put("list", Arrays.asList(1, 2.5, "ünï", true, null, -7L));
    all.put("large", 1L << 40);
    all.put("negative", -(1L << 40));
    all.put("map", Map.of(5, "five"));
    all.put("view", Samples.counting(Element.F32).t());
    return all;
  }

  private static Map<?, ?> map(Map<?, ?> all, Object key) {
    return (Map<?, ?>) Objects.requireNonNull(all.get(key), String.valueOf(key));
  }
}
