package dev.manta.torch.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// What a pickle may name and call: tensors, their storages and element types, and ordered
/// dictionaries. Everything else is refused before anything happens.
final class Globals {
  private final Storages storages;

  Globals(Storages storages) {
    this.storages = storages;
  }

  /// Something that a pickle names.
  sealed interface Global {}

  /// A function of Python that Manta knows.
  enum Function implements Global {
    TENSOR_V2,
    TENSOR_V3,
    PARAMETER,
    ORDERED_DICT,
    SIZE
  }

  /// The class of a typed storage.
  record Typed(Element element) implements Global {}

  /// The class of a storage that does not know its element type.
  record Untyped() implements Global {}

  /// An element type.
  record Dtype(Element element) implements Global {
    @Override
    public String toString() {
      return "torch." + element.python();
    }
  }

  static Global find(String module, String name) {
    return switch (module + "." + name) {
      case "torch._utils._rebuild_tensor_v2" -> Function.TENSOR_V2;
      case "torch._utils._rebuild_tensor_v3" -> Function.TENSOR_V3;
      case "torch._utils._rebuild_parameter" -> Function.PARAMETER;
      case "collections.OrderedDict" -> Function.ORDERED_DICT;
      case "torch.Size" -> Function.SIZE;
      case "torch.storage.UntypedStorage" -> new Untyped();
      default -> ofTorch(module, name).orElseThrow(() -> refused(module + "." + name));
    };
  }

  private static Optional<Global> ofTorch(String module, String name) {
    if (!module.equals("torch")) {
      return Optional.empty();
    }
    Optional<Global> typed = Element.stored(name).map(Typed::new);
    return typed.isPresent() ? typed : Element.named(name).map(Dtype::new);
  }

  private static BadPickle refused(String name) {
    return new BadPickle(
        "it holds more than tensors and containers: it asks for "
            + name
            + ", which Manta does not run; save a plain state_dict() in Python");
  }

  @Nullable Object call(Object function, Object arguments) {
    if (function instanceof Function known && arguments instanceof Tuple tuple) {
      return call(known, tuple.items());
    }
    throw new BadPickle("it calls " + describe(function));
  }

  private Object call(Function function, List<@Nullable Object> arguments) {
    return switch (function) {
      case TENSOR_V2 -> tensor(arguments, storage(arguments).element());
      case TENSOR_V3 -> tensor(arguments, dtype(argument(arguments, 6)));
      case PARAMETER -> parameter(argument(arguments, 0));
      case ORDERED_DICT -> ordered(arguments);
      case SIZE -> argument(arguments, 0);
    };
  }

  private Tensor tensor(List<@Nullable Object> arguments, Optional<Element> element) {
    if (element.isEmpty()) {
      throw new BadPickle("a tensor has no element type");
    }
    return storages.tensor(
        storage(arguments).key(),
        element.get(),
        number(argument(arguments, 1)),
        numbers(argument(arguments, 2)),
        numbers(argument(arguments, 3)));
  }

  /// Python's parameters are tensors here; whether they are trained is the module's business.
  private static Tensor parameter(Object data) {
    if (data instanceof Tensor tensor) {
      return tensor;
    }
    throw new BadPickle("a parameter is made of " + describe(data));
  }

  private static Map<@Nullable Object, @Nullable Object> ordered(List<@Nullable Object> arguments) {
    if (!arguments.isEmpty()) {
      throw new BadPickle("an OrderedDict is made of " + arguments.size() + " arguments");
    }
    return new LinkedHashMap<>();
  }

  private static Storages.Reference storage(List<@Nullable Object> arguments) {
    if (argument(arguments, 0) instanceof Storages.Reference reference) {
      return reference;
    }
    throw new BadPickle("a tensor is made without a storage");
  }

  /// What a pickle refers to outside of itself: `("storage", class, key, device, elements)`.
  Storages.Reference reference(Object id) {
    if (id instanceof Tuple(List<@Nullable Object> items)
        && items.size() == 5
        && "storage".equals(items.get(0))
        && items.get(1) instanceof Global type
        && items.get(2) instanceof String key
        && items.get(4) instanceof Long count) {
      return storages.reference(key, element(type), count);
    }
    throw new BadPickle("it refers to something that is not a storage: " + describe(id));
  }

  private static Optional<Element> element(Global type) {
    return switch (type) {
      case Typed(Element element) -> Optional.of(element);
      case Untyped _ -> Optional.empty();
      case Dtype _, Function _ -> throw new BadPickle("a storage has the class " + type);
    };
  }

  private static Optional<Element> dtype(Object value) {
    return value instanceof Dtype(Element element) ? Optional.of(element) : Optional.empty();
  }

  private static long[] numbers(Object value) {
    List<Long> numbers = new ArrayList<>();
    if (value instanceof Tuple(List<@Nullable Object> items)) {
      items.forEach(item -> numbers.add(number(item)));
      return numbers.stream().mapToLong(Long::longValue).toArray();
    }
    throw new BadPickle("a shape is " + describe(value));
  }

  private static long number(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw new BadPickle("expected a number, found " + describe(value));
  }

  private static Object argument(List<@Nullable Object> arguments, int index) {
    Object value = index < arguments.size() ? arguments.get(index) : null;
    if (value == null) {
      throw new BadPickle("a call has no argument " + index);
    }
    return value;
  }

  static String describe(@Nullable Object value) {
    return value == null ? "None" : "a " + value.getClass().getSimpleName();
  }
}
