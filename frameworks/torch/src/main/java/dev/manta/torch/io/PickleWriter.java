package dev.manta.torch.io;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/// Writes values as a pickle of protocol 2, the one that `torch.save` writes. Tensors' bytes are
/// not in it: it refers to them by number.
final class PickleWriter {
  private static final int DEPTH_MAX = 200;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Map<Identity, Integer> numbers = new HashMap<>();
  private final List<Tensor> storages = new ArrayList<>();

  /// The pickle of a value.
  byte[] pickle(@Nullable Object value) {
    op(0x80, 2);
    write("", value, 0);
    op('.');
    return out.toByteArray();
  }

  /// The tensors that it refers to, contiguous and in main memory, in the order of their numbers.
  List<Tensor> storages() {
    return storages;
  }

  private void write(String path, @Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException(
          "values are nested deeper than " + DEPTH_MAX + " levels; is one within itself?");
    }
    switch (value) {
      case null -> op('N');
      case Boolean truth -> op(truth ? 0x88 : 0x89);
      case Float number -> real(number);
      case Double number -> real(number);
      case Byte number -> integer(number);
      case Short number -> integer(number);
      case Integer number -> integer(number);
      case Long number -> integer(number);
      case String text -> text(text);
      case Tensor tensor -> tensor(path, tensor);
      case Map<?, ?> map -> map(path, map, depth);
      case List<?> list -> list(path, list, depth);
      default ->
          throw new IllegalArgumentException(
              "%s is a %s; a .pt file takes maps, lists, numbers, texts, booleans and tensors"
                  .formatted(path.isEmpty() ? "the value" : path, value.getClass().getName()));
    }
  }

  private void map(String path, Map<?, ?> map, int depth) {
    op('}', '(');
    map.forEach(
        (key, value) -> {
          String name = path.isEmpty() ? String.valueOf(key) : path + "." + key;
          write(name, key, depth + 1);
          write(name, value, depth + 1);
        });
    op('u');
  }

  private void list(String path, List<?> list, int depth) {
    op(']', '(');
    for (int i = 0; i < list.size(); i++) {
      write(path + "[" + i + "]", list.get(i), depth + 1);
    }
    op('e');
  }

  private void tensor(String path, Tensor tensor) {
    Element element = Element.of(path, tensor);
    int number = number(path, tensor);
    long[] shape = tensor.shape();
    global("torch._utils", element.isTyped() ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
    op('(');
    storage(element, number, tensor.numel());
    integer(0);
    tuple(shape);
    tuple(Memory.strides(shape));
    op(0x89);
    global("collections", "OrderedDict");
    op(')', 'R');
    if (!element.isTyped()) {
      global("torch", element.python());
    }
    op('t', 'R');
  }

  /// Two names of the same tensor are one storage, so that tied weights stay tied.
  private int number(String path, Tensor tensor) {
    Tensor plain = Memory.plain(path, tensor);
    return numbers.computeIfAbsent(
        Identity.of(tensor),
        _ -> {
          storages.add(plain);
          return storages.size() - 1;
        });
  }

  /// What makes two tensors the same elements.
  private record Identity(long address, List<Long> shape, List<Long> strides, ScalarType type) {
    static Identity of(Tensor tensor) {
      List<Long> strides = LongStream.range(0, tensor.dim()).mapToObj(tensor::stride).toList();
      return new Identity(
          tensor.numel() == 0 ? 0 : tensor.data_ptr().address(),
          Arrays.stream(tensor.shape()).boxed().toList(),
          strides,
          tensor.scalar_type().intern());
    }
  }

  private void storage(Element element, int number, long elements) {
    op('(');
    text("storage");
    global(element.isTyped() ? "torch" : "torch.storage", element.storage());
    text(Integer.toString(number));
    text("cpu");
    integer(element.isTyped() ? elements : elements * element.bytes());
    op('t', 'Q');
  }

  private void tuple(long... numbers) {
    op('(');
    for (long n : numbers) {
      integer(n);
    }
    op('t');
  }

  private void integer(long value) {
    if (value == (int) value) {
      op('J');
      out.writeBytes(little(4).putInt((int) value).array());
    } else {
      byte[] bytes = BigInteger.valueOf(value).toByteArray();
      op(0x8a, bytes.length);
      for (int i = bytes.length - 1; i >= 0; i--) {
        out.write(bytes[i]);
      }
    }
  }

  private void real(double value) {
    op('G');
    out.writeBytes(ByteBuffer.allocate(8).putDouble(value).array());
  }

  private void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    op('X');
    out.writeBytes(little(4).putInt(utf8.length).array());
    out.writeBytes(utf8);
  }

  private void global(String module, String name) {
    op('c');
    out.writeBytes((module + "\n" + name + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private void op(int... codes) {
    for (int code : codes) {
      out.write(code);
    }
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
