package dev.manta.stores.internal.objects;

import dev.manta.storage.Location;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The objects of a bucket, page by page.
public record Listing(StoreClient client) {
  /// An object as the store knows it, whose key no location may be able to name.
  public record Stored(String key, long size, Instant modified) {}

  /// All objects whose keys begin with a text.
  public List<Stored> below(Location at, String prefix) {
    List<Stored> found = new ArrayList<>();
    pages(
        at,
        prefix,
        "",
        page -> page.all("Contents").map(each -> stored(page, each)).forEach(found::add));
    return found;
  }

  /// The names that follow a text, up to the next slash.
  public List<String> names(Location at, String prefix) {
    List<String> names = new ArrayList<>();
    pages(
        at,
        prefix,
        "/",
        page -> {
          page.all("Contents").forEach(each -> names.add(key(page, each.get("Key"))));
          page.all("CommonPrefixes").forEach(each -> names.add(key(page, each.get("Prefix"))));
        });
    return names.stream().map(key -> name(key, prefix)).filter(name -> !name.isEmpty()).toList();
  }

  private static String name(String key, String prefix) {
    String rest = key.substring(prefix.length());
    return rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
  }

  private void pages(Location at, String prefix, String delimiter, Consumer<XmlElement> take) {
    Call first =
        Call.of("list", at, "GET", "")
            .query("list-type", "2")
            .query("encoding-type", "url")
            .query("prefix", prefix);
    Call all = delimiter.isEmpty() ? first : first.query("delimiter", delimiter);
    String next = "";
    do {
      XmlElement page = page(next.isEmpty() ? all : all.query("continuation-token", next));
      take.accept(page);
      next = next(all, page);
    } while (!next.isEmpty());
  }

  /// Where the list goes on; empty at its end.
  private String next(Call call, XmlElement page) {
    String token = page.get("NextContinuationToken");
    boolean truncated = page.get("IsTruncated").equals("true");
    if (truncated && token.isEmpty()) {
      throw Failures.storage(call, "the server does not say how its list goes on");
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

  private static Stored stored(XmlElement page, XmlElement each) {
    return new Stored(
        key(page, each.get("Key")),
        Long.parseLong(each.get("Size")),
        Instant.parse(each.get("LastModified")));
  }

  private static String key(XmlElement page, String text) {
    return page.get("EncodingType").equals("url")
        ? URLDecoder.decode(text, StandardCharsets.UTF_8)
        : text;
  }
}
