package dev.manta.torch.io;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bytedeco.pytorch.Tensor;

/// The zip archive that `torch.load` expects: nothing is compressed, and tensors begin at multiples
/// of 64 bytes, so that Python can map the file.
final class PtArchive {
  private static final int ALIGNMENT = 64;
  private static final int LOCAL_HEADER_BYTES = 30;
  private static final int EXTRA_HEADER_BYTES = 4;
  private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final String name;
  private final Counting counting;
  private final ZipOutputStream zip;

  PtArchive(Path file, FileChannel out) {
    this.name = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]+$", "");
    this.counting = new Counting(Channels.newOutputStream(out));
    this.zip = new ZipOutputStream(counting);
  }

  void write(byte[] pickle, List<Tensor> storages) throws IOException {
    put("data.pkl", MemorySegment.ofArray(pickle));
    put("byteorder", text("little"));
    for (int i = 0; i < storages.size(); i++) {
      put("data/" + i, Memory.segment(storages.get(i)));
    }
    put("version", text("3\n"));
    zip.finish();
    zip.flush();
  }

  private static MemorySegment text(String text) {
    return MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII));
  }

  private void put(String path, MemorySegment memory) throws IOException {
    ZipEntry entry = new ZipEntry(name + "/" + path);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(memory.byteSize());
    entry.setCrc(crc(memory));
    entry.setTimeLocal(NO_TIME);
    entry.setExtra(padding(entry.getName()));
    zip.putNextEntry(entry);
    Memory.write(memory, Channels.newChannel(zip));
    zip.closeEntry();
  }

  private static long crc(MemorySegment memory) {
    CRC32 crc = new CRC32();
    for (long at = 0; at < memory.byteSize(); at += Integer.MAX_VALUE) {
      long count = Math.min(Integer.MAX_VALUE, memory.byteSize() - at);
      crc.update(memory.asSlice(at, count).asByteBuffer());
    }
    return crc.getValue();
  }

  /// A field that readers skip, as long as it takes to the next multiple of 64.
  private byte[] padding(String entry) {
    int nameBytes = entry.getBytes(StandardCharsets.UTF_8).length;
    long data = counting.bytes + LOCAL_HEADER_BYTES + nameBytes + EXTRA_HEADER_BYTES;
    int missing = (int) (Math.ceilDiv(data, ALIGNMENT) * ALIGNMENT - data);
    ByteBuffer extra = ByteBuffer.allocate(EXTRA_HEADER_BYTES + missing);
    extra.order(java.nio.ByteOrder.LITTLE_ENDIAN).put((byte) 'F').put((byte) 'B');
    return extra.putShort((short) missing).array();
  }

  /// Knows how many bytes went through.
  private static final class Counting extends FilterOutputStream {
    private long bytes;

    Counting(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
      bytes++;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      bytes += length;
    }
  }
}
