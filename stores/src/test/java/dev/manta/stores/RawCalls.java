package dev.manta.stores;

import dev.manta.storage.Location;
import dev.manta.stores.internal.sign.Credential;
import dev.manta.stores.internal.sign.Hashes;
import dev.manta.stores.internal.sign.Signer;
import dev.manta.stores.internal.sign.SigningScheme;
import dev.manta.stores.internal.sign.UriText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Calls to a server that no storage makes, to see and to do what it does not show.
record RawCalls(URI endpoint) {
  static RawCalls of(URI endpoint) {
    return new RawCalls(endpoint);
  }

  /// Begins an upload in parts and leaves it.
  void beginUpload(Location at) {
    send("POST", "/" + UriText.path(at.path()), "uploads=");
  }

  /// How many uploads below a location are under way.
  int uploads(Location below) {
    String prefix = below.path().substring(TestS3.BUCKET.length() + 1);
    String query = "prefix=" + UriText.value(prefix) + "&uploads=";
    String said = send("GET", "/" + TestS3.BUCKET, query);
    return (int) Pattern.compile("<Upload>").matcher(said).results().count();
  }

  private String send(String method, String path, String query) {
    URI uri = URI.create(endpoint + path + "?" + query);
    var signer = new Signer(SigningScheme.AMAZON, "us-east-1", "s3");
    var request = new Signer.Request(method, uri, new TreeMap<>(), Hashes.sha256(new byte[0], 0));
    HttpRequest.Builder http =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
    signer
        .sign(request, Credential.KeyPair.of(TestS3.KEY, TestS3.SECRET), Instant.now())
        .forEach(http::setHeader);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> said = client.send(http.build(), HttpResponse.BodyHandlers.ofString());
      if (said.statusCode() / 100 != 2) {
        throw new IllegalStateException(said.statusCode() + ": " + said.body());
      }
      return said.body();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
