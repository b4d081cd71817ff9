package dev.manta.spi.tensors;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.tensors.TensorHeader.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Turns a header's JSON into places and holds them against the bytes that are there.
final class HeaderReader {
  private HeaderReader() {}

  static TensorHeader read(JsonObject json, long dataAt, long dataBytes) {
    Map<String, String> notes = new LinkedHashMap<>();
    List<Place> places = new ArrayList<>();
    json.fields()
        .forEach(
            (name, value) -> {
              if (name.equals(TensorHeader.notesKey())) {
                value.asObject().fields().forEach((key, text) -> notes.put(key, text.asText()));
              } else {
                places.add(place(name, value.asObject()));
              }
            });
    places.sort(Comparator.comparingLong(Place::begin).thenComparingLong(Place::end));
    requireWhole(places, dataBytes);
    Map<String, Place> named = new LinkedHashMap<>();
    places.forEach(place -> named.put(place.slot().name(), place));
    return new TensorHeader(named, notes, dataAt);
  }

  private static Place place(String name, JsonObject json) {
    JsonArray dimensions = json.get("shape").asArray();
    TensorSlot.requireDimensions(name, dimensions.size());
    List<Long> shape = numbers(dimensions);
    TensorSlot slot = new TensorSlot(name, type(name, json), shape);
    List<Long> offsets = numbers(json.get("data_offsets"));
    TensorHeader.require(
        offsets.size() == 2,
        "tensor \"" + name + "\" must have two offsets, not " + offsets.size());
    long begin = offsets.get(0);
    TensorHeader.require(
        begin >= 0 && offsets.get(1) - begin == slot.bytes() && begin <= offsets.get(1),
        "tensor %s takes %s bytes, its offsets are %s".formatted(slot, slot.bytes(), offsets));
    return new Place(slot, begin);
  }

  private static TensorType type(String name, JsonObject json) {
    try {
      return TensorType.of(json.get("dtype").asText());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("tensor \"" + name + "\": " + e.getMessage(), e);
    }
  }

  private static List<Long> numbers(Json json) {
    List<Long> numbers = new ArrayList<>();
    json.asArray().forEach(n -> numbers.add(n.asLong()));
    return numbers;
  }

  /// Every byte belongs to exactly one tensor: a file with holes or overlaps could hide something.
  private static void requireWhole(List<Place> places, long dataBytes) {
    long at = 0;
    for (Place place : places) {
      TensorHeader.require(
          place.begin() == at,
          "tensor %s begins at byte %s, expected at %s".formatted(place.slot(), place.begin(), at));
      at = place.end();
    }
    TensorHeader.require(
        at == dataBytes, "its tensors take %s bytes, it has %s".formatted(at, dataBytes));
  }
}
