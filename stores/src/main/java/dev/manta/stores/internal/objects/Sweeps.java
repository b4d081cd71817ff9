package dev.manta.stores.internal.objects;

import dev.manta.storage.Location;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/// Ends uploads that nobody continues with.
public record Sweeps(StoreClient client) {
  /// Those below a prefix that were begun before a time.
  public void before(Location at, String prefix, Instant before) {
    Call first = Call.of("sweep", at, "GET", "").query("uploads", "").query("prefix", prefix);
    Call call = first;
    Set<String> seen = new HashSet<>();
    while (true) {
      XmlElement page = page(call, "ListMultipartUploadsResult");
      page.all("Upload").forEach(upload -> end(at, prefix, upload, before));
      if (!page.get("IsTruncated").equals("true") || page.get("NextKeyMarker").isEmpty()) {
        return;
      }
      String marker = page.get("NextKeyMarker") + "\n" + page.get("NextUploadIdMarker");
      Listing.requireNew(first, seen.add(marker));
      call =
          first
              .query("key-marker", page.get("NextKeyMarker"))
              .query("upload-id-marker", page.get("NextUploadIdMarker"));
    }
  }

  private XmlElement page(Call call, String name) {
    Answer answer = client.call(call);
    // A server that cannot list uploads has none to be swept from here; others end some too.
    boolean none = answer.status() == 404 && !call.key().isEmpty();
    if (answer.status() == 501 || answer.status() == 405 || none) {
      return XmlElement.NONE;
    }
    if (!answer.isFine()) {
      throw Failures.of(call, answer, client.settings());
    }
    try {
      return answer.xml(name);
    } catch (IOException e) {
      throw Failures.of(call, e, client.settings(), 1);
    }
  }

  private static Instant time(Location at, XmlElement of, String name) {
    try {
      return Instant.parse(of.get(name));
    } catch (DateTimeException e) {
      throw Failures.storage(
          Call.of("sweep", at, "GET", ""), "the server's list has a time that is none");
    }
  }

  /// Whether somebody still sends parts: a large object may take hours.
  private boolean hasPartSince(Location at, String key, String id, Instant since) {
    Call first = Call.of("sweep", at, "GET", key).query("uploadId", id);
    Call call = first;
    Set<String> seen = new HashSet<>();
    while (true) {
      XmlElement page = page(call, "ListPartsResult");
      if (page.all("Part").anyMatch(part -> time(at, part, "LastModified").isAfter(since))) {
        return true;
      }
      String marker = page.get("NextPartNumberMarker");
      if (!page.get("IsTruncated").equals("true") || marker.isEmpty()) {
        return false;
      }
      Listing.requireNew(first, seen.add(marker));
      call = first.query("part-number-marker", marker);
    }
  }

  private void end(Location at, String prefix, XmlElement upload, Instant before) {
    String key = upload.get("Key");
    if (key.isEmpty() || !key.startsWith(prefix) || time(at, upload, "Initiated").isAfter(before)) {
      return;
    }
    if (hasPartSince(at, key, upload.get("UploadId"), before)) {
      return;
    }
    Call call = Call.of("sweep", at, "DELETE", key).query("uploadId", upload.get("UploadId"));
    Answer answer = client.call(call);
    if (!answer.isFine() && answer.status() != 404) {
      throw Failures.of(call, answer, client.settings());
    }
  }
}
