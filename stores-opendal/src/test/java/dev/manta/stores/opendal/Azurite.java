package dev.manta.stores.opendal;

import dev.manta.testkit.storage.FaultProxy;
import dev.manta.testkit.storage.NodePackage;
import dev.manta.testkit.storage.NodeServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Microsoft's emulator of Azure's blobs, for the time of a test.
final class Azurite implements AutoCloseable {
  static final String ACCOUNT = "devstoreaccount1";
  static final String KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final NodePackage AZURITE = new NodePackage("azurite", "3.37.0");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT);
  private static final String VERSION = "2022-11-02";

  private final NodeServer server;

  private Azurite(NodeServer server) {
    this.server = server;
  }

  /// An emulator that keeps its blobs in memory.
  static Azurite start(Path directory) {
    return new Azurite(
        NodeServer.start(
            AZURITE.file("dist/src/blob/main.js"),
            directory,
            "--blobHost",
            "127.0.0.1",
            "--blobPort",
            "0",
            "--inMemoryPersistence",
            "--silent",
            "--disableTelemetry"));
  }

  /// A proxy before it that does to calls what a plan says.
  FaultProxy proxy(FaultProxy.Plan plan) {
    FaultProxy proxy = new FaultProxy(URI.create(endpoint()), 0);
    proxy.inject(plan);
    return proxy;
  }

  String endpoint() {
    return endpoint(server.port());
  }

  static String endpoint(int port) {
    return "http://127.0.0.1:" + port + "/" + ACCOUNT;
  }

  Map<String, String> environment() {
    return Map.of("AZURE_STORAGE_ENDPOINT", endpoint(), "AZURE_STORAGE_KEY", KEY);
  }

  /// Makes a container, which a store never does by itself.
  void create(String container) throws IOException, InterruptedException {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(endpoint() + "/" + container + "?restype=container"))
            .PUT(BodyPublishers.noBody())
            .header("x-ms-date", date)
            .header("x-ms-version", VERSION)
            .header("Authorization", "SharedKey " + ACCOUNT + ":" + signature(container, date))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 201) {
        throw new IOException("Azurite made no container: " + answer.body());
      }
    }
  }

  private static String signature(String container, String date) {
    return signed(
        "PUT"
            + "\n".repeat(12)
            + "x-ms-date:%s\nx-ms-version:%s\n/%s/%s/%s\nrestype:container"
                .formatted(date, VERSION, ACCOUNT, ACCOUNT, container));
  }

  /// A token that permits what its letters say, in all containers of the account.
  static String token(String permissions) {
    String until = ZonedDateTime.now(ZoneOffset.UTC).plusHours(1).format(SECONDS);
    String what =
        ACCOUNT + "\n" + permissions + "\nb\nsco\n\n" + until + "\n\n\n" + VERSION + "\n\n";
    return "sv=%s&ss=b&srt=sco&sp=%s&se=%s&sig=%s"
        .formatted(VERSION, permissions, escaped(until), escaped(signed(what)));
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String signed(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
      byte[] bytes = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
