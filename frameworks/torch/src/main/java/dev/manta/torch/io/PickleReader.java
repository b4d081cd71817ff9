package dev.manta.torch.io;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads a pickle of tensors, containers, numbers and texts. It runs nothing: whatever else a
/// pickle asks for ends the reading.
final class PickleReader {
  private static final Object MARK = new Object();

  private final ByteBuffer in;
  private final Globals globals;
  private final List<@Nullable Object> stack = new ArrayList<>();
  private final Map<Integer, @Nullable Object> memo = new HashMap<>();

  PickleReader(byte[] bytes, Globals globals) {
    this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.globals = globals;
  }

  /// The pickled value, with lists for tuples.
  @Nullable Object read() {
    try {
      for (int code = next(); code != '.'; code = next()) {
        perform(code);
      }
      return Plain.of(pop());
    } catch (java.nio.BufferUnderflowException e) {
      throw new BadPickle("it ends early");
    }
  }

  private int next() {
    return in.get() & 0xff;
  }

  private void perform(int code) {
    switch (code) {
      case 0x80 -> next();
      case 0x95 -> in.getLong();
      case '(' -> stack.add(MARK);
      case '0' -> pop();
      case 'N', 0x88, 0x89, 'K', 'M', 'J', 0x8a, 'G' -> push(scalar(code));
      case 'X', 0x8c, 'T', 'U' -> push(text(code));
      case '}' -> push(new LinkedHashMap<@Nullable Object, @Nullable Object>());
      case ']' -> push(new ArrayList<@Nullable Object>());
      case ')', 0x85, 0x86, 0x87, 't' -> push(new Tuple(tuple(code)));
      case 'q', 'r', 0x94, 'h', 'j' -> remember(code);
      case 'a', 'e', 's', 'u', 'b' -> fill(code);
      case 'c', 0x93 -> push(global(code));
      case 'Q' -> push(globals.reference(required()));
      case 'R' -> call();
      default ->
          throw new BadPickle(
              String.format(
                  Locale.ROOT,
                  "it holds more than tensors and containers (operation 0x%02x)",
                  code));
    }
  }

  private @Nullable Object scalar(int code) {
    return switch (code) {
      case 'N' -> null;
      case 0x88 -> true;
      case 0x89 -> false;
      case 'K' -> (long) next();
      case 'M' -> (long) (in.getShort() & 0xffff);
      case 'J' -> (long) in.getInt();
      case 0x8a -> large(next());
      default -> Double.longBitsToDouble(Long.reverseBytes(in.getLong()));
    };
  }

  private long large(int bytes) {
    byte[] digits = take(bytes);
    for (int i = 0, j = digits.length - 1; i < j; i++, j--) {
      byte swapped = digits[i];
      digits[i] = digits[j];
      digits[j] = swapped;
    }
    BigInteger value = bytes == 0 ? BigInteger.ZERO : new BigInteger(digits);
    if (value.bitLength() > 63) {
      throw new BadPickle("a number is larger than 64 bits");
    }
    return value.longValue();
  }

  private String text(int code) {
    boolean isShort = code == 0x8c || code == 'U';
    return new String(take(isShort ? next() : in.getInt()), StandardCharsets.UTF_8);
  }

  private byte[] take(int count) {
    if (count < 0 || count > in.remaining()) {
      throw new BadPickle("it ends early");
    }
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private List<@Nullable Object> tuple(int code) {
    return code == 't' ? sinceMark() : code == ')' ? List.of() : top(code - 0x84);
  }

  private List<@Nullable Object> top(int count) {
    int from = stack.size() - count;
    if (from < 0) {
      throw new BadPickle("it takes from an empty stack");
    }
    return cut(from);
  }

  private List<@Nullable Object> sinceMark() {
    int mark = stack.lastIndexOf(MARK);
    if (mark < 0) {
      throw new BadPickle("a mark is missing");
    }
    List<@Nullable Object> items = cut(mark + 1);
    stack.removeLast();
    return items;
  }

  private List<@Nullable Object> cut(int from) {
    List<@Nullable Object> tail = stack.subList(from, stack.size());
    List<@Nullable Object> items = new ArrayList<>(tail);
    tail.clear();
    return items;
  }

  private void remember(int code) {
    switch (code) {
      case 'q' -> memo.put(next(), peek());
      case 'r' -> memo.put(in.getInt(), peek());
      case 0x94 -> memo.put(memo.size(), peek());
      default -> push(remembered(code == 'h' ? next() : in.getInt()));
    }
  }

  private @Nullable Object remembered(int index) {
    if (!memo.containsKey(index)) {
      throw new BadPickle("it refers to a value that is not there");
    }
    return memo.get(index);
  }

  private void fill(int code) {
    List<@Nullable Object> items =
        switch (code) {
          case 'a', 'b' -> top(1);
          case 's' -> top(2);
          default -> sinceMark();
        };
    switch (code) {
      case 'a', 'e' -> list().addAll(items);
      case 'b' -> map(); // attributes of an OrderedDict, such as a state_dict's versions
      default -> putPairs(map(), items);
    }
  }

  private static void putPairs(
      Map<@Nullable Object, @Nullable Object> map, List<@Nullable Object> items) {
    if (items.size() % 2 != 0) {
      throw new BadPickle("a dictionary has a key without a value");
    }
    for (int i = 0; i < items.size(); i += 2) {
      map.put(key(items.get(i)), items.get(i + 1));
    }
  }

  private static @Nullable Object key(@Nullable Object key) {
    if (key == null || key instanceof String || key instanceof Number || key instanceof Boolean) {
      return key;
    }
    throw new BadPickle("a dictionary has " + Globals.describe(key) + " as a key");
  }

  @SuppressWarnings("unchecked") // every list here is one that this reader made
  private List<@Nullable Object> list() {
    if (peek() instanceof ArrayList<?> list) {
      return (List<@Nullable Object>) list;
    }
    throw new BadPickle("it appends to " + Globals.describe(peek()));
  }

  @SuppressWarnings("unchecked") // every map here is one that this reader made
  private Map<@Nullable Object, @Nullable Object> map() {
    if (peek() instanceof LinkedHashMap<?, ?> map) {
      return (Map<@Nullable Object, @Nullable Object>) map;
    }
    throw new BadPickle("it puts attributes or entries into " + Globals.describe(peek()));
  }

  private Object global(int code) {
    if (code == 0x93) {
      List<@Nullable Object> names = top(2);
      return Globals.find(String.valueOf(names.get(0)), String.valueOf(names.get(1)));
    }
    return Globals.find(line(), line());
  }

  private String line() {
    int from = in.position();
    while (next() != '\n') {}
    byte[] bytes = Arrays.copyOfRange(in.array(), from, in.position() - 1);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void call() {
    Object arguments = required();
    push(globals.call(required(), arguments));
  }

  private void push(@Nullable Object value) {
    stack.add(value);
  }

  private @Nullable Object pop() {
    return top(1).getFirst();
  }

  private @Nullable Object peek() {
    if (stack.isEmpty()) {
      throw new BadPickle("it takes from an empty stack");
    }
    return stack.getLast();
  }

  private Object required() {
    Object value = pop();
    if (value == null) {
      throw new BadPickle("it uses None where something is needed");
    }
    return value;
  }
}
