package dev.manta.torch.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.testkit.python.Python;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeTensorsTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  @Test
  void everyTypeThatIsWrittenIsReadBack() {
    Path file = directory.resolve("all.safetensors");
    new SafeTensors(Samples.tensors(), Map.of("made", "here")).write(file);
    SafeTensors read = SafeTensors.read(file);
    assertThat(Samples.texts(read.tensors())).isEqualTo(Samples.texts(Samples.tensors()));
    assertThat(read.metadata()).isEqualTo(Map.of("made", "here"));
  }

  @Test
  void aFileOfPythonIsRead() throws IOException {
    SafeTensors read = SafeTensors.read(Samples.resource(directory, "python.safetensors"));
    assertThat(Samples.texts(read.tensors())).isEqualTo(Samples.texts(Samples.tensors()));
    assertThat(read.metadata()).isEqualTo(Map.of("made", "by Python", "ümlaut", "ä"));
  }

  @Test
  void pythonReadsWhatWasWritten() {
    Python.assumeHas("safetensors");
    Path file = directory.resolve("all.safetensors");
    new SafeTensors(Samples.tensors(), Map.of("made", "here", "ümlaut", "ä")).write(file);
    Python.run(
        """
        import sys, torch
        from safetensors import safe_open
        with safe_open(sys.argv[1], "pt") as f:
            assert f.metadata() == {"made": "here", "ümlaut": "ä"}, f.metadata()
            names = set(f.keys())
            for t in "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 uint16 uint32 uint64 float8_e4m3fn float8_e5m2".split():
                names.remove(t)
                expected = torch.arange(6).reshape(2, 3).to(getattr(torch, t))
                found = f.get_tensor(t)
                assert found.dtype == expected.dtype and found.shape == expected.shape, (t, found)
                assert bytes(found.contiguous().untyped_storage()) == bytes(expected.contiguous().untyped_storage()), (t, found)
            assert f.get_tensor("scalar").item() == 2.5 and f.get_tensor("scalar").shape == ()
            assert f.get_tensor("empty").shape == (0, 4)
            assert names == {"scalar", "empty"}, names
        """,
        file);
  }

  @Test
  void viewsAreWrittenAsTheyLook() {
    Tensor view = Samples.counting(Element.F32).t();
    Path file = directory.resolve("view.safetensors");
    SafeTensors.of(Map.of("view", view)).write(file);
    Tensor read = tensor(file, "view");
    assertThat(Samples.text(read)).isEqualTo(Samples.text(view));
  }

  @Test
  void changingATensorDoesNotChangeItsFile() throws IOException {
    Path file = Samples.resource(directory, "python.safetensors");
    byte[] before = Files.readAllBytes(file);
    Tensor tensor = tensor(file, "float32");
    tensor.add_(new Scalar(1));
    assertThat(Samples.text(tensor)).endsWith("1.0000 2.0000 3.0000 4.0000 5.0000 6.0000");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void tensorsOutliveTheOthersOfTheirFile() throws IOException {
    Path file = Samples.resource(directory, "python.safetensors");
    Map<String, Tensor> tensors = SafeTensors.read(file).tensors();
    Tensor kept = Objects.requireNonNull(tensors.get("int64"));
    tensors.forEach((name, tensor) -> closeUnless(name.equals("int64"), tensor));
    System.gc();
    assertThat(Samples.text(kept)).endsWith("0.0000 1.0000 2.0000 3.0000 4.0000 5.0000");
  }

  @Test
  void tensorsThatLieUnalignedAreCopied() throws IOException {
    String header =
        "{\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
            + "\"f\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[1,9]}}";
    ByteBuffer bytes = ByteBuffer.allocate(8 + header.length() + 9).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(header.length()).put(header.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    bytes.put((byte) 7).putFloat(1.5f).putFloat(-2);
    Path file = Files.write(directory.resolve("odd.safetensors"), bytes.array());
    assertThat(Samples.text(tensor(file, "f"))).isEqualTo("2xFloat: 1.5000 -2.0000");
  }

  @Test
  void aTruncatedFileIsNamed() throws IOException {
    byte[] whole = Files.readAllBytes(Samples.resource(directory, "python.safetensors"));
    for (int length : new int[] {0, 7, 8, 100, whole.length - 1}) {
      Path cut = Files.write(directory.resolve("cut"), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> SafeTensors.read(cut))
          .isInstanceOf(MantaException.class)
          .hasMessageContaining(cut + " is not a whole safetensors file");
    }
  }

  @Test
  void aFreedTensorIsNamedBeforeAnythingIsWritten() {
    Tensor freed = torch.ones(2);
    freed.close();
    Path file = directory.resolve("none.safetensors");
    assertThatThrownBy(() -> SafeTensors.of(Map.of("w", freed)).write(file))
        .hasMessageContaining("tensor \"w\" was freed");
    assertThat(file).doesNotExist();
  }

  private static void closeUnless(boolean kept, Tensor tensor) {
    if (!kept) {
      tensor.close();
    }
  }

  private static Tensor tensor(Path file, String name) {
    return Objects.requireNonNull(SafeTensors.read(file).tensors().get(name), name);
  }
}
