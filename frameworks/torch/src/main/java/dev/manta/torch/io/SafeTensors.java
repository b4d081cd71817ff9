package dev.manta.torch.io;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.tensors.TensorHeader;
import dev.manta.spi.tensors.TensorHeader.Place;
import dev.manta.spi.tensors.TensorSlot;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/// Named tensors as a safetensors file holds them; Python's `safetensors` reads and writes the same
/// files.
///
/// @param tensors the tensors by name
/// @param metadata texts that travel along
public record SafeTensors(Map<String, Tensor> tensors, Map<String, String> metadata) {
  private static final Map<String, String> OF_PYTORCH = Map.of("format", "pt");

  public SafeTensors {
    tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /// Tensors with the note that other programs expect of PyTorch's.
  public static SafeTensors of(Map<String, Tensor> tensors) {
    return new SafeTensors(tensors, OF_PYTORCH);
  }

  /// Opens a file. The tensors are its mapped memory: nothing is copied, pages are read when they
  /// are used, and writing to a tensor does not change the file. The file must stay as it is while
  /// tensors of it are in use; replace it by another one rather than overwriting it.
  public static SafeTensors read(Path file) {
    try (FileChannel channel = FileChannel.open(file)) {
      TensorHeader header = TensorHeader.read(channel, file.toString());
      return new SafeTensors(views(file, header), header.notes());
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot read tensors: " + e.getMessage(), e);
    }
  }

  private static Map<String, Tensor> views(Path file, TensorHeader header) {
    Map<String, Tensor> views = new LinkedHashMap<>();
    try (Tensor bytes = Memory.mapped(file.toAbsolutePath().toString(), header.fileBytes())) {
      header
          .places()
          .forEach((name, place) -> views.put(name, view(bytes, header.dataAt(), place)));
    }
    return views;
  }

  private static Tensor view(Tensor bytes, long dataAt, Place place) {
    Element element = Element.of(place.slot().type());
    long[] shape = place.slot().shape().stream().mapToLong(Long::longValue).toArray();
    long at = dataAt + place.begin();
    if (at % element.bytes() == 0) {
      return Memory.view(bytes, element, at / element.bytes(), shape, Memory.strides(shape));
    }
    return aligned(bytes.narrow(0, at, place.bytes()), element, shape);
  }

  /// Processors want numbers at multiples of their size; other programs need not have put them
  /// there.
  private static Tensor aligned(Tensor piece, Element element, long... shape) {
    try (Tensor copy = piece.clone()) {
      return Memory.view(copy, element, 0, shape, Memory.strides(shape));
    } finally {
      piece.close();
    }
  }

  /// Writes a file; whoever opens it sees the old one or the new one, never half of it. Tensors on
  /// a GPU and views that are not contiguous are copied first.
  public void write(Path file) {
    try (var _ = new PointerScope()) {
      Map<String, Tensor> plain = new LinkedHashMap<>();
      byAlignment().forEach(e -> plain.put(e.getKey(), Memory.plain(e.getKey(), e.getValue())));
      List<TensorSlot> slots = new ArrayList<>();
      plain.forEach((name, tensor) -> slots.add(slot(name, tensor)));
      byte[] header = TensorHeader.of(slots, metadata).bytes();
      NewFile.write(
          file,
          out -> {
            Memory.write(MemorySegment.ofArray(header), out);
            for (Tensor tensor : plain.values()) {
              Memory.write(Memory.segment(tensor), out);
            }
          });
    }
  }

  /// Larger elements first, so that every tensor is aligned.
  private List<Map.Entry<String, Tensor>> byAlignment() {
    Comparator<Map.Entry<String, Tensor>> larger =
        Comparator.comparingInt(e -> -Element.of(e.getKey(), e.getValue()).bytes());
    return tensors.entrySet().stream().sorted(larger).toList();
  }

  private static TensorSlot slot(String name, Tensor tensor) {
    List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
    return new TensorSlot(name, Element.of(name, tensor).type(), shape);
  }
}
