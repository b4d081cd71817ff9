package dev.manta.stores.internal.credentials;

import dev.manta.spi.json.JsonObject;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Credentials from the services of the container or of the machine that this process runs in.
record MetadataServices(Environment environment, PlainCalls calls) {
  private static final String CONTAINER = "http://169.254.170.2";
  private static final String INSTANCE = "http://169.254.169.254";
  private static final String ROLE = "/latest/meta-data/iam/security-credentials/";

  private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Pattern ROLE_NAME = Pattern.compile("[\\w+=,.@-]{1,256}");

  /// Of the container, where the environment says that it has such a service.
  Optional<Credential> container() throws IOException, InterruptedException {
    Optional<String> relative = environment.get("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
    Optional<String> full = environment.get("AWS_CONTAINER_CREDENTIALS_FULL_URI");
    if (relative.isEmpty() && full.isEmpty()) {
      return Optional.empty();
    }
    String uri = relative.map(path -> CONTAINER + path).orElseGet(full::orElseThrow);
    requireNear(PlainCalls.address(uri));
    Optional<String> token =
        containerToken().map(text -> HeaderText.require("the container's token", text));
    Map<String, String> headers = token.map(text -> Map.of("Authorization", text)).orElse(Map.of());
    PlainCalls.Said said = calls.get(uri, headers);
    if (!said.isFine()) {
      throw new IOException("the container's credentials at " + uri + " answered " + said.status());
    }
    return Optional.of(keys(said.json("the container's service")));
  }

  /// The token goes only where nobody else listens.
  private static void requireNear(URI uri) throws IOException {
    String host = String.valueOf(uri.getHost());
    boolean near =
        LOOPBACK.matcher(host).matches()
            || host.equals("localhost")
            || host.equals("[::1]")
            || host.equals("169.254.170.2")
            || host.equals("169.254.170.23")
            || host.equals("[fd00:ec2::23]");
    if (!near && !"https".equals(uri.getScheme())) {
      throw new IOException(
          "AWS_CONTAINER_CREDENTIALS_FULL_URI must be https or of this machine, not " + host);
    }
  }

  private Optional<String> containerToken() throws IOException {
    Optional<String> file = environment.get("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
    return file.isPresent()
        ? Optional.of(Files.readString(Path.of(file.get())).strip())
        : environment.get("AWS_CONTAINER_AUTHORIZATION_TOKEN");
  }

  /// Of the machine's role, by version 2 of its service. A machine of another kind has nobody at
  /// this address, so a call that fails is not an error.
  Optional<Credential> instance() throws IOException, InterruptedException {
    if (environment.flag("AWS_EC2_METADATA_DISABLED").orElse(false)) {
      return Optional.empty();
    }
    String base = environment.get("AWS_EC2_METADATA_SERVICE_ENDPOINT").orElse(INSTANCE);
    Optional<Map<String, String>> session = session(base);
    return session.isEmpty() ? Optional.empty() : role(base, session.get());
  }

  private Optional<Map<String, String>> session(String base)
      throws IOException, InterruptedException {
    Map<String, String> asked = Map.of("X-aws-ec2-metadata-token-ttl-seconds", "21600");
    try {
      PlainCalls.Said said = calls.send("PUT", base + "/latest/api/token", asked, "");
      said.requireAble("the machine's service");
      return said.isFine()
          ? Optional.of(Map.of("X-aws-ec2-metadata-token", said.text()))
          : Optional.empty();
    } catch (PlainCalls.NotNow e) {
      throw e;
    } catch (IOException elsewhere) {
      requireUnnamed(elsewhere);
      return Optional.empty();
    }
  }

  /// A service that the environment names is there, and will answer some time.
  private void requireUnnamed(IOException silent) throws IOException {
    if (environment.get("AWS_EC2_METADATA_SERVICE_ENDPOINT").isPresent()) {
      throw new IOException("the machine's service does not answer", silent);
    }
  }

  private Optional<Credential> role(String base, Map<String, String> session)
      throws IOException, InterruptedException {
    PlainCalls.Said names = calls.get(base + ROLE, session);
    names.requireAble("the machine's service");
    if (!names.isFine() || names.text().isBlank()) {
      return Optional.empty();
    }
    String name = names.text().lines().findFirst().orElse("").strip();
    if (!ROLE_NAME.matcher(name).matches()) {
      throw new IOException("the machine's service answered with something else than a role");
    }
    PlainCalls.Said said = calls.get(base + ROLE + name, session);
    if (!said.isFine()) {
      throw new IOException("the machine's role " + name + " answered " + said.status());
    }
    return Optional.of(keys(said.json("the machine's service")));
  }

  /// Both services, and programs that a profile names, write the same fields.
  static Credential.KeyPair keys(JsonObject said) throws IOException {
    String id = PlainCalls.text(said, "AccessKeyId").orElse("");
    String secret = PlainCalls.text(said, "SecretAccessKey").orElse("");
    if (id.isEmpty() || secret.isEmpty()) {
      throw new IOException("there is no AccessKeyId or SecretAccessKey in what it answered");
    }
    Optional<String> token =
        PlainCalls.text(said, "Token").or(() -> PlainCalls.text(said, "SessionToken"));
    String ends = PlainCalls.text(said, "Expiration").orElse("");
    Optional<Instant> end = ends.isEmpty() ? Optional.empty() : Optional.of(PlainCalls.time(ends));
    return new Credential.KeyPair(id, secret, token, end);
  }
}
