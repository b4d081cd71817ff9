package dev.manta.stores.internal.objects;

import dev.manta.storage.Location;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// The objects of a bucket, page by page.
public record Listing(StoreClient client) {
  /// An object as the store knows it, whose key no location may be able to name.
  public record Stored(String key, long size, Instant modified) {}

  /// All objects whose keys begin with a text.
  public List<Stored> below(Location at, String prefix) {
    Call call = call(at, prefix, "");
    List<Stored> found = new ArrayList<>();
    pages(
        call,
        page -> page.all("Contents").map(each -> stored(call, page, each)).forEach(found::add));
    return found;
  }

  /// The names that follow a text, up to the next slash.
  public List<String> names(Location at, String prefix) {
    Call call = call(at, prefix, "/");
    List<String> keys = new ArrayList<>();
    pages(
        call,
        page -> {
          page.all("Contents").forEach(each -> keys.add(key(call, page, each.get("Key"))));
          page.all("CommonPrefixes").forEach(each -> keys.add(key(call, page, each.get("Prefix"))));
        });
    return keys.stream().map(key -> name(key, prefix)).filter(name -> !name.isEmpty()).toList();
  }

  private static String name(String key, String prefix) {
    String rest = key.substring(prefix.length());
    return rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
  }

  private static Call call(Location at, String prefix, String delimiter) {
    Call all =
        Call.of("list", at, "GET", "")
            .query("list-type", "2")
            .query("encoding-type", "url")
            .query("prefix", prefix);
    return delimiter.isEmpty() ? all : all.query("delimiter", delimiter);
  }

  private void pages(Call all, Consumer<XmlElement> take) {
    Set<String> seen = new HashSet<>();
    String next = "";
    do {
      XmlElement page = page(next.isEmpty() ? all : all.query("continuation-token", next));
      take.accept(page);
      next = next(all, page);
      requireNew(all, seen.add(next));
    } while (!next.isEmpty());
  }

  /// A list that resumes where it has been never ends.
  static void requireNew(Call call, boolean isNew) {
    if (!isNew) {
      throw Failures.storage(call, "the server's list goes in circles");
    }
  }

  /// Where the list continues; empty at its end.
  private String next(Call call, XmlElement page) {
    String token = page.get("NextContinuationToken");
    boolean truncated = page.get("IsTruncated").equals("true");
    if (truncated && token.isEmpty()) {
      throw Failures.storage(call, "the server does not say how its list continues");
    }
    return truncated ? token : "";
  }

  private XmlElement page(Call call) {
    Answer answer = client.call(call);
    if (!answer.isFine()) {
      throw Failures.of(call, answer, client.settings());
    }
    try {
      return answer.xml("ListBucketResult");
    } catch (IOException e) {
      throw Failures.of(call, e, client.settings(), 1);
    }
  }

  private static Stored stored(Call call, XmlElement page, XmlElement each) {
    try {
      long size = Long.parseLong(each.get("Size"));
      Instant modified = Instant.parse(each.get("LastModified"));
      return new Stored(key(call, page, each.get("Key")), requireSize(size), modified);
    } catch (NumberFormatException | DateTimeException e) {
      throw Failures.storage(call, "the server's list has a size or a time that is none");
    }
  }

  private static long requireSize(long size) {
    if (size < 0) {
      throw new NumberFormatException("below zero");
    }
    return size;
  }

  /// What was not asked for would be taken for something else, and be deleted in its place.
  private static String key(Call call, XmlElement page, String text) {
    String key = decoded(call, page, text);
    if (key.isEmpty() || !key.startsWith(call.query().getOrDefault("prefix", ""))) {
      throw Failures.storage(call, "the server's list has objects that were not asked for");
    }
    return key;
  }

  private static String decoded(Call call, XmlElement page, String text) {
    try {
      return page.get("EncodingType").equals("url")
          ? URLDecoder.decode(text, StandardCharsets.UTF_8)
          : text;
    } catch (IllegalArgumentException e) {
      throw Failures.storage(call, "the server's list has a key that cannot be read");
    }
  }
}
