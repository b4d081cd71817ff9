package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What the environment says about an account of Azure: where it is, and who asks.
final class AzureAccount {
  private static final String[] KEY = {
    "AZURE_STORAGE_KEY", "AZURE_STORAGE_ACCOUNT_KEY", "AZURE_STORAGE_ACCESS_KEY"
  };
  private static final String[] TOKEN = {"AZURE_STORAGE_SAS_TOKEN"};
  private static final String[] ENDPOINT = {
    "AZURE_STORAGE_ENDPOINT", "AZURE_STORAGE_SERVICE_ENDPOINT"
  };
  private static final String VARIABLES =
      "AZURE_STORAGE_KEY, AZURE_STORAGE_SAS_TOKEN, AZURE_STORAGE_CONNECTION_STRING, or"
          + " AZURE_CLIENT_ID with AZURE_TENANT_ID and AZURE_CLIENT_SECRET";

  /// What Microsoft gives every emulator.
  private static final Map<String, String> EMULATOR =
      Map.of(
          "AccountName",
          "devstoreaccount1",
          "AccountKey",
          "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
          "BlobEndpoint",
          "http://127.0.0.1:10000/devstoreaccount1");

  private final AzureLocation at;
  private final Environment environment;
  private final Map<String, String> connection;

  AzureAccount(AzureLocation at, Environment environment) {
    this.at = at;
    this.environment = environment;
    this.connection = connection(environment);
  }

  private static Map<String, String> connection(Environment environment) {
    Map<String, String> parts = new HashMap<>();
    for (String part :
        environment.first("AZURE_STORAGE_CONNECTION_STRING").orElse("").split(";", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parts.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
      }
    }
    return "true".equals(parts.get("UseDevelopmentStorage")) ? EMULATOR : Map.copyOf(parts);
  }

  Target target() {
    requireAccount();
    Options options =
        new Options()
            .put("root", "/")
            .put("container", at.container())
            .put("account_name", at.account())
            .put("endpoint", endpoint());
    String access = signIn(options);
    return new Target(
        "azblob",
        options.all(),
        at.base(),
        at + " at " + endpoint(),
        "check " + access + ", what it permits, and this machine's clock",
        "create it (az storage container create --account-name %s --name %s)"
            .formatted(at.account(), at.container()));
  }

  /// Keys are of one account: asking another one with them gives an answer that explains nothing.
  private void requireAccount() {
    Optional<String> set =
        Optional.ofNullable(connection.get("AccountName"))
            .or(() -> environment.first("AZURE_STORAGE_ACCOUNT", "AZURE_STORAGE_ACCOUNT_NAME"));
    if (set.isPresent() && !set.get().equals(at.account())) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot use %s: the environment has credentials of account %s; set those of %s, or write"
                  .formatted(at, set.get(), at.account())
              + " az://%s/CONTAINER/PATH".formatted(set.get()));
    }
  }

  private String endpoint() {
    return environment
        .first(ENDPOINT)
        .or(() -> Optional.ofNullable(connection.get("BlobEndpoint")))
        .orElseGet(this::usualEndpoint);
  }

  private String usualEndpoint() {
    return "%s://%s.blob.%s"
        .formatted(
            connection.getOrDefault("DefaultEndpointsProtocol", "https"),
            at.account(),
            connection.getOrDefault("EndpointSuffix", at.domain()));
  }

  /// Adds what identifies this process; what that is called where it comes from.
  private String signIn(Options options) {
    Optional<String> token = either("SharedAccessSignature", TOKEN);
    Optional<String> key = either("AccountKey", KEY);
    if (token.isPresent()) {
      options.put("sas_token", withoutMark(token.get()));
      return source("SharedAccessSignature", "the token in AZURE_STORAGE_SAS_TOKEN");
    }
    if (key.isPresent()) {
      options.put("account_key", key.get());
      return source("AccountKey", "the key in AZURE_STORAGE_KEY");
    }
    if (!hasIdentity()) {
      throw new MantaException(
          ErrorCode.USER, "cannot use %s: no credentials; set %s".formatted(at, VARIABLES));
    }
    return "the identity of AZURE_CLIENT_ID or of this machine";
  }

  private String source(String part, String variable) {
    return connection.containsKey(part) ? "AZURE_STORAGE_CONNECTION_STRING" : variable;
  }

  /// A connection string that has credentials is one whole: no others are mixed in.
  private Optional<String> either(String part, String... variables) {
    boolean whole =
        connection.containsKey("SharedAccessSignature") || connection.containsKey("AccountKey");
    return whole ? Optional.ofNullable(connection.get(part)) : environment.first(variables);
  }

  /// Portals show a token with the question mark that it has in an address.
  private static String withoutMark(String token) {
    return token.startsWith("?") ? token.substring(1) : token;
  }

  /// An application, a workload or a machine; OpenDAL signs it in with the same variables.
  private boolean hasIdentity() {
    return environment.has("AZURE_CLIENT_ID", "AZURE_TENANT_ID", "AZURE_CLIENT_SECRET")
        || environment.has("AZURE_FEDERATED_TOKEN_FILE")
        || environment.has("IDENTITY_ENDPOINT")
        || environment.has("MSI_ENDPOINT")
        || environment.has("MANTA_AZURE_MANAGED_IDENTITY");
  }
}
