package dev.manta.it.fuzz;

import dev.manta.spi.tensors.TensorHeader;
import dev.manta.torch.io.PtFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bytedeco.javacpp.PointerScope;

/// Files of tensors.
final class TensorTargets {
  private TensorTargets() {}

  /// The header of a safetensors file covers every byte of it.
  static final class Safetensors implements Target {
    private final Path file = Scratch.directory().resolve("input.safetensors");

    Safetensors() throws IOException {}

    @Override
    public void take(byte[] input, Limits limits) throws IOException {
      Files.write(file, input);
      try (FileChannel in = FileChannel.open(file)) {
        TensorHeader header = TensorHeader.read(in, "input");
        Finding.unless(header.fileBytes() == input.length, "its tensors are not all of the file");
        header.bytes();
      }
    }

    @Override
    public boolean isAnswer(Throwable thrown) {
      return thrown instanceof IOException;
    }
  }

  /// What Python saved, read without running anything: an archive, or the pickle of one.
  static final class Pt implements Target {
    private static final int STORAGE_BYTES = 48;

    private final Path file = Scratch.directory().resolve("input.pt");

    Pt() throws IOException {}

    @Override
    public void take(byte[] input, Limits limits) throws IOException {
      boolean archive = input.length > 1 && input[0] == 'P' && input[1] == 'K';
      Files.write(file, archive ? input : archive(input));
      try (var _ = new PointerScope()) {
        PtFile.read(file);
      }
    }

    private static byte[] archive(byte[] pickle) throws IOException {
      var bytes = new ByteArrayOutputStream();
      try (var zip = new ZipOutputStream(bytes)) {
        add(zip, "input/data.pkl", pickle);
        add(zip, "input/data/0", new byte[STORAGE_BYTES]);
      }
      return bytes.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
      var crc = new CRC32();
      crc.update(content);
      var entry = new ZipEntry(name);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(content.length);
      entry.setCrc(crc.getValue());
      zip.putNextEntry(entry);
      zip.write(content);
    }
  }
}
