package dev.manta.spi.tensors;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The header of a safetensors file: which tensors it holds and where, and notes.
///
/// The file is eight bytes with the length of the header, the header as JSON, then the tensors'
/// bytes one after the other, little-endian, without a gap.
///
/// @param places where each tensor lies, by name, in the order of the bytes
/// @param notes texts that travel along
/// @param dataAt where in the file the tensors' bytes begin
public record TensorHeader(Map<String, Place> places, Map<String, String> notes, long dataAt) {
  private static final String NOTES = "__metadata__";
  private static final int LENGTH_BYTES = 8;

  /// Tensors begin at a multiple of this, so that memory mapped from the file is aligned.
  private static final int ALIGNMENT = 64;

  /// A longer header is not one; the same limit as the format's own reader.
  private static final long HEADER_BYTES_MAX = 100_000_000;

  /// A tensor and where its bytes begin, counted from `dataAt`.
  public record Place(TensorSlot slot, long begin) {
    /// How many bytes its values take.
    public long bytes() {
      return slot.bytes();
    }

    /// Where its values end, counted as `begin` is.
    public long end() {
      return begin + bytes();
    }
  }

  public TensorHeader {
    places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /// The header of a file that is to hold these, in this order.
  public static TensorHeader of(List<TensorSlot> slots, Map<String, String> notes) {
    Map<String, Place> places = new LinkedHashMap<>();
    long at = 0;
    for (TensorSlot slot : slots) {
      if (slot.name().equals(NOTES) || places.put(slot.name(), new Place(slot, at)) != null) {
        throw new IllegalArgumentException(
            "a tensor cannot be called \"" + slot.name() + "\": the name is taken");
      }
      at += slot.bytes();
    }
    TensorHeader unplaced = new TensorHeader(places, notes, 0);
    return new TensorHeader(places, notes, unplaced.bytes().length);
  }

  /// The size of the whole file.
  public long fileBytes() {
    long end = places.values().stream().mapToLong(Place::end).max().orElse(0);
    return dataAt + end;
  }

  /// What the file begins with, up to the tensors' bytes.
  public byte[] bytes() {
    byte[] json = json().bytes();
    int padded = Math.ceilDiv(LENGTH_BYTES + json.length, ALIGNMENT) * ALIGNMENT;
    ByteBuffer all = ByteBuffer.allocate(padded).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(padded - LENGTH_BYTES).put(json);
    while (all.hasRemaining()) {
      all.put((byte) ' ');
    }
    return all.array();
  }

  private JsonObject json() {
    JsonObject.Builder all = JsonObject.builder();
    if (!notes.isEmpty()) {
      JsonObject.Builder texts = JsonObject.builder();
      notes.forEach(texts::put);
      all.put(NOTES, texts.build());
    }
    places.forEach((name, place) -> all.put(name, json(place)));
    return all.build();
  }

  private static JsonObject json(Place place) {
    return JsonObject.builder()
        .put("dtype", place.slot().type().name())
        .put("shape", numbers(place.slot().shape()))
        .put("data_offsets", numbers(List.of(place.begin(), place.end())))
        .build();
  }

  private static JsonArray numbers(List<Long> values) {
    return new JsonArray(values.stream().map(n -> Json.of(n.longValue())).toList());
  }

  /// Reads and checks the header of an open file. What is wrong with the file is said in an
  /// [IOException] that begins with its name.
  public static TensorHeader read(FileChannel file, String name) throws IOException {
    try {
      return checked(file);
    } catch (IllegalArgumentException e) {
      throw new IOException(name + " is not a whole safetensors file: " + e.getMessage(), e);
    }
  }

  private static TensorHeader checked(FileChannel file) throws IOException {
    long size = file.size();
    require(size >= LENGTH_BYTES, "it has only " + size + " bytes");
    long length = fill(file, 0, LENGTH_BYTES).getLong();
    require(
        length >= 2 && length <= HEADER_BYTES_MAX && length <= size - LENGTH_BYTES,
        "it says that its header has %s bytes, the file has %s"
            .formatted(Long.toUnsignedString(length), size));
    byte[] json = fill(file, LENGTH_BYTES, (int) length).array();
    require(json[0] == '{', "its header does not begin with '{'");
    long dataAt = LENGTH_BYTES + length;
    return HeaderReader.read(Json.parse(json).asObject(), dataAt, size - dataAt);
  }

  private static ByteBuffer fill(FileChannel file, long at, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      int read = file.read(bytes, at + bytes.position());
      require(read >= 0, "it ends within its header");
    }
    return bytes.flip();
  }

  static void require(boolean holds, String wrong) {
    if (!holds) {
      throw new IllegalArgumentException(wrong);
    }
  }

  /// The header's tensors without their places, in the order of their bytes.
  public List<TensorSlot> slots() {
    List<TensorSlot> slots = new ArrayList<>();
    places.values().forEach(place -> slots.add(place.slot()));
    return slots;
  }

  /// Where the notes are in a header's JSON.
  static String notesKey() {
    return NOTES;
  }
}
