package dev.manta.torch.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.bytedeco.pytorch.Tensor;

/// The bytes of tensors in a `.pt` file: each is read once, and tensors that shared memory share it
/// again.
final class Storages implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 20;

  private final ZipFile zip;
  private final String prefix;
  private final long fileBytes;
  private final Map<String, Tensor> read = new HashMap<>();

  /// @param prefix the directory within the archive
  Storages(ZipFile zip, String prefix, long fileBytes) {
    this.zip = zip;
    this.prefix = prefix;
    this.fileBytes = fileBytes;
  }

  /// A storage as a pickle names it; a typed one knows its elements.
  record Reference(String key, Optional<Element> element) {}

  Reference reference(String key, Optional<Element> element, long count) {
    ZipEntry entry = zip.getEntry(prefix + "data/" + key);
    if (entry == null || entry.isDirectory()) {
      throw new BadPickle("storage \"" + key + "\" is missing");
    }
    long bytes = element.map(Element::bytes).orElse(1);
    if (entry.getMethod() != ZipEntry.STORED || entry.getSize() > fileBytes) {
      throw new BadPickle("storage \"" + key + "\" is compressed; torch.save never does that");
    }
    if (count < 0 || count > entry.getSize() || count * bytes != entry.getSize()) {
      throw new BadPickle(
          "storage \"%s\" has %s bytes, expected %s elements of %s bytes"
              .formatted(key, entry.getSize(), count, bytes));
    }
    return new Reference(key, element);
  }

  Tensor tensor(String key, Element element, long offset, long[] shape, long[] strides) {
    Tensor bytes = read.computeIfAbsent(key, this::read);
    long available = bytes.numel() / element.bytes();
    if (!fits(offset, shape, strides, available)) {
      throw new BadPickle(
          "a tensor of shape %s with strides %s from element %s on does not lie within its storage of %s elements"
              .formatted(Arrays.toString(shape), Arrays.toString(strides), offset, available));
    }
    return Memory.view(bytes, element, offset, shape, strides);
  }

  private static boolean fits(long offset, long[] shape, long[] strides, long available) {
    if (offset < 0 || offset > available || shape.length != strides.length) {
      return false;
    }
    try {
      long elements = 1;
      long last = offset;
      for (int i = 0; i < shape.length; i++) {
        if (shape[i] < 0 || strides[i] < 0) {
          return false;
        }
        elements = Math.multiplyExact(elements, shape[i]);
        last = Math.addExact(last, Math.multiplyExact(Math.max(shape[i] - 1, 0), strides[i]));
      }
      return elements == 0 || last < available;
    } catch (ArithmeticException tooLarge) {
      return false;
    }
  }

  private Tensor read(String key) {
    ZipEntry entry = zip.getEntry(prefix + "data/" + key);
    Tensor bytes = Memory.allocated(entry.getSize());
    try (InputStream in = zip.getInputStream(entry)) {
      fill(Memory.segment(bytes), in);
    } catch (IOException e) {
      bytes.close();
      throw new UncheckedIOException(e);
    }
    return bytes;
  }

  private static void fill(MemorySegment memory, InputStream in) throws IOException {
    byte[] chunk = new byte[(int) Math.min(CHUNK_BYTES, memory.byteSize())];
    for (long at = 0; at < memory.byteSize(); at += chunk.length) {
      int count = (int) Math.min(chunk.length, memory.byteSize() - at);
      if (in.readNBytes(chunk, 0, count) < count) {
        throw new IOException("a storage ends early");
      }
      MemorySegment.copy(MemorySegment.ofArray(chunk), 0, memory, at, count);
    }
  }

  /// Lets go of the storages; the tensors made of them keep what they need.
  @Override
  public void close() {
    read.values().forEach(Tensor::close);
  }
}
