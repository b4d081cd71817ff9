package dev.manta.formats.parquet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads Thrift's compact protocol, in which Parquet writes its metadata, into plain values.
final class Thrift {
  private static final int DEPTH_MAX = 32;
  private static final int FIELDS_USUAL = 16;

  /// Higher than any number that Parquet gives to a field.
  private static final int FIELD_MAX = 255;

  private final byte[] bytes;
  private final int limit;
  private int at;

  Thrift(byte[] bytes, int from, int limit) {
    this.bytes = bytes;
    this.at = from;
    this.limit = limit;
  }

  /// The position behind what was read.
  int at() {
    return at;
  }

  /// A struct's fields by number.
  static final class Struct {
    private @Nullable Object[] fields = new Object[FIELDS_USUAL];

    private void put(int field, Object value) {
      if (field < 0 || field > FIELD_MAX) {
        return; // nobody asks for it
      }
      if (field >= fields.length) {
        fields = Arrays.copyOf(fields, field + FIELDS_USUAL);
      }
      fields[field] = value;
    }

    private @Nullable Object get(int field) {
      return field < fields.length ? fields[field] : null;
    }

    boolean has(int field) {
      return get(field) != null;
    }

    long whole(int field, long absent) {
      return get(field) instanceof Long value ? value : absent;
    }

    long whole(int field) {
      if (get(field) instanceof Long value) {
        return value;
      }
      throw missing(field);
    }

    int small(int field) {
      return Math.toIntExact(whole(field));
    }

    int small(int field, int absent) {
      return Math.toIntExact(whole(field, absent));
    }

    boolean truth(int field, boolean absent) {
      return get(field) instanceof Boolean value ? value : absent;
    }

    String text(int field) {
      if (get(field) instanceof byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
      }
      throw missing(field);
    }

    byte @Nullable [] bytes(int field) {
      return get(field) instanceof byte[] value ? value : null;
    }

    Struct struct(int field) {
      if (get(field) instanceof Struct value) {
        return value;
      }
      throw missing(field);
    }

    Optional<Struct> find(int field) {
      return get(field) instanceof Struct value ? Optional.of(value) : Optional.empty();
    }

    List<Struct> structs(int field) {
      List<?> all = list(field);
      List<Struct> structs = new ArrayList<>(all.size());
      for (Object each : all) {
        structs.add((Struct) each);
      }
      return structs;
    }

    List<?> list(int field) {
      if (get(field) instanceof List<?> value) {
        return value;
      }
      throw missing(field);
    }
  }

  static IllegalArgumentException missing(int field) {
    return new IllegalArgumentException("field " + field + " of its metadata is missing");
  }

  Struct struct() {
    return struct(0);
  }

  /// The number of a field, of which this is the head.
  int field(int head, int before) {
    int delta = head >>> 4 & 15;
    return delta == 0 ? (int) zigzag() : before + delta;
  }

  /// A value of one of the first six types, truths among them.
  long number(int type) {
    return switch (type) {
      case 1 -> 1;
      case 2 -> 0;
      case 3 -> (byte) next();
      case 4, 5, 6 -> zigzag();
      default -> throw unknown(type);
    };
  }

  /// Passes over a value.
  void skip(int type) {
    Object _ = value(type, 0);
  }

  private static IllegalArgumentException unknown(int type) {
    return new IllegalArgumentException("metadata has a value of type " + type);
  }

  private Struct struct(int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException("metadata is nested too deeply");
    }
    var struct = new Struct();
    int field = 0;
    int head = next();
    while (head != 0) {
      field = field(head, field);
      struct.put(field, value(head & 15, depth));
      head = next();
    }
    return struct;
  }

  private Object value(int type, int depth) {
    return switch (type) {
      case 1 -> true;
      case 2 -> false;
      case 3 -> (long) (byte) next();
      case 4, 5, 6 -> zigzag();
      case 7 -> real();
      case 8 -> binary();
      case 9, 10 -> list(depth);
      case 11 -> map(depth);
      case 12 -> struct(depth + 1);
      default -> throw unknown(type);
    };
  }

  private List<Object> list(int depth) {
    int head = next();
    int type = head & 15;
    long size = (head >>> 4) & 15L;
    size = size == 15 ? varint() : size;
    requireLeft(size);
    List<Object> all = new ArrayList<>();
    for (long i = 0; i < size; i++) {
      all.add(type <= 2 ? (Object) (next() == 1) : value(type, depth + 1));
    }
    return all;
  }

  private Map<Object, Object> map(int depth) {
    long size = varint();
    requireLeft(size);
    Map<Object, Object> all = new HashMap<>();
    int types = size == 0 ? 0 : next();
    for (long i = 0; i < size; i++) {
      all.put(value(types >>> 4 & 15, depth + 1), value(types & 15, depth + 1));
    }
    return all;
  }

  private double real() {
    long bits = 0;
    for (int i = 0; i < 8; i++) {
      bits |= (next() & 255L) << (8 * i);
    }
    return Double.longBitsToDouble(bits);
  }

  private byte[] binary() {
    long size = varint();
    requireLeft(size);
    byte[] value = Arrays.copyOfRange(bytes, at, at + (int) size);
    at += value.length;
    return value;
  }

  /// Every element takes at least a byte.
  private void requireLeft(long size) {
    if (size < 0 || size > limit - at) {
      throw new IllegalArgumentException("metadata announces " + size + " elements or bytes");
    }
  }

  private long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = next();
      value |= (next & 127L) << shift;
      if (next < 128) {
        return value;
      }
    }
    throw new IllegalArgumentException("metadata has a number that is too long");
  }

  int next() {
    if (at >= limit) {
      throw new IllegalArgumentException("metadata is cut off");
    }
    return bytes[at++] & 255;
  }
}
