package dev.manta.stores.internal.objects;

import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/// Deletes objects, a thousand with one request where the server can.
public final class Deletions {
  private static final int BATCH = 1000;

  private final StoreClient client;
  private volatile boolean singly;

  public Deletions(StoreClient client) {
    this.client = client;
    this.singly = client.settings().dialect() == Dialect.GOOGLE;
  }

  /// Deletes what is there of these keys.
  public void all(Location at, List<String> keys) {
    List<String> left = new ArrayList<>();
    List<String> batch = new ArrayList<>();
    for (String key : keys) {
      (singly || keys.size() == 1 || !isText(key) ? left : batch).add(key);
    }
    for (int from = 0; from < batch.size(); from += BATCH) {
      List<String> part = batch.subList(from, Math.min(from + BATCH, batch.size()));
      left.addAll(singly ? part : failed(at, part));
    }
    Call about = Call.of("delete", at, "DELETE", "");
    Slots.each(client.slots(), left, about, key -> one(at, key));
  }

  private void one(Location at, String key) {
    Call call = Call.of("delete", at, "DELETE", key);
    if (key.isEmpty()) {
      throw Failures.storage(call, "a bucket is not an object: it is not deleted");
    }
    Answer answer = client.call(call);
    if ((!answer.isFine() && answer.status() != 404) || answer.code().equals("NoSuchBucket")) {
      throw Failures.of(call, answer, client.settings());
    }
  }

  /// Characters that no XML can hold are in keys all the same.
  private static boolean isText(String key) {
    return key.chars().allMatch(c -> c >= ' ' && c != 0xFFFE && c != 0xFFFF);
  }

  /// Deletes a batch; what is to be tried one by one, where each failure has its own message.
  private List<String> failed(Location at, List<String> keys) {
    byte[] document = document(keys);
    Call call =
        Call.of("delete", at, "POST", "")
            .query("delete", "")
            .header("content-type", "application/xml")
            .header("content-md5", md5(document))
            .payload(Payload.of(document));
    Answer answer = client.call(call);
    if (answer.isFine()) {
      return refused(answer, keys);
    }
    if (answer.status() == 403 || answer.status() == 404) {
      throw Failures.of(call, answer, client.settings());
    }
    singly = true;
    return keys;
  }

  /// A refusal of something that was not to be deleted may mean any of them.
  private static List<String> refused(Answer answer, List<String> keys) {
    try {
      List<String> refused =
          answer.xml("DeleteResult").all("Error").map(each -> each.get("Key")).toList();
      return Set.copyOf(keys).containsAll(refused) ? refused : keys;
    } catch (IOException e) {
      return keys;
    }
  }

  private static byte[] document(List<String> keys) {
    StringBuilder out =
        new StringBuilder(
            "<Delete xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Quiet>true</Quiet>");
    for (String key : keys) {
      out.append("<Object><Key>").append(XmlReader.escaped(key)).append("</Key></Object>");
    }
    return out.append("</Delete>").toString().getBytes(StandardCharsets.UTF_8);
  }

  /// The only checksum that every server takes for this call.
  private static String md5(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
