package dev.manta.stores.internal.objects;

import dev.manta.storage.Location;
import dev.manta.stores.internal.http.SegmentSink;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// One thing that is asked of a store.
///
/// @param operation what it is for in messages: `write`, `read`, `list`, …
/// @param at what it is about
/// @param key of the object, or empty for the bucket
/// @param checksum the header with which the server may check the body
/// @param sink where an object's bytes go
record Call(
    String operation,
    Location at,
    String method,
    String key,
    SortedMap<String, String> query,
    SortedMap<String, String> headers,
    Payload payload,
    Optional<Map.Entry<String, String>> checksum,
    Optional<SegmentSink> sink) {

  static Call of(String operation, Location at, String method, String key) {
    return new Call(
        operation,
        at,
        method,
        key,
        new TreeMap<>(),
        new TreeMap<>(),
        Payload.NONE,
        Optional.empty(),
        Optional.empty());
  }

  /// Whether the answer is an object's content.
  boolean isObject() {
    return method.equals("GET") && !key.isEmpty() && query.isEmpty();
  }

  /// Whether it puts parts together: a store that does so says nothing but spaces for minutes.
  boolean isCompletion() {
    return method.equals("POST") && query.containsKey("uploadId");
  }

  Call query(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(query);
    more.put(name, value);
    return new Call(operation, at, method, key, more, headers, payload, checksum, sink);
  }

  Call header(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Call(operation, at, method, key, query, more, payload, checksum, sink);
  }

  Call header(Map.Entry<String, String> header) {
    return header(header.getKey(), header.getValue());
  }

  Call payload(Payload body) {
    return new Call(operation, at, method, key, query, headers, body, checksum, sink);
  }

  Call checked(Map.Entry<String, String> header) {
    return new Call(operation, at, method, key, query, headers, payload, Optional.of(header), sink);
  }

  Call unchecked() {
    return new Call(operation, at, method, key, query, headers, payload, Optional.empty(), sink);
  }

  Call into(SegmentSink target) {
    return new Call(
        operation, at, method, key, query, headers, payload, checksum, Optional.of(target));
  }
}
