package dev.manta.stores.internal.objects;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.stores.internal.credentials.Profiles;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.sign.UriText;
import java.net.URI;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Pattern;

/// Where a bucket is and how it is addressed.
///
/// @param own whether the endpoint was given: then a region changes only what is signed
/// @param pathStyle whether the bucket is the first name of the path, not of the host
/// @param connections how many requests for parts and ranges are under way at once
public record StoreSettings(
    Dialect dialect,
    String bucket,
    URI endpoint,
    boolean own,
    String region,
    boolean pathStyle,
    int connections) {
  private static final int CONNECTIONS = 16;
  private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,254}");
  private static final Pattern IN_HOST = Pattern.compile("[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

  public StoreSettings {
    requireNoSecret(bucket);
    if (!BUCKET.matcher(bucket).matches()) {
      throw new MantaException(
          ErrorCode.USER,
          "'%s' is not the name of a bucket; a location is like s3://bucket/runs"
              .formatted(bucket));
    }
    if (connections < 1) {
      throw new MantaException(
          ErrorCode.USER, "MANTA_S3_CONNECTIONS must be at least 1, not " + connections);
    }
  }

  /// What stands before a bucket is not shown: it may be a key.
  private static void requireNoSecret(String bucket) {
    if (bucket.contains("@") || bucket.contains(":")) {
      throw new MantaException(
          ErrorCode.USER,
          "a location is like s3://bucket/runs, without keys or a port; give keys by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and a server by AWS_ENDPOINT_URL_S3");
    }
  }

  /// What the environment says about a bucket.
  public static StoreSettings of(Dialect dialect, String bucket, Environment environment) {
    return switch (dialect) {
      case AMAZON -> amazon(bucket, environment, Profiles.of(environment));
      case GOOGLE -> google(bucket, environment);
    };
  }

  private static StoreSettings amazon(String bucket, Environment environment, Profiles profiles) {
    String region =
        environment
            .get("AWS_REGION", "AWS_DEFAULT_REGION")
            .or(() -> profiles.get("region"))
            .orElse("us-east-1");
    Optional<String> own =
        environment
            .get("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
            .or(() -> profiles.endpoint("s3"));
    boolean path =
        environment
            .flag("MANTA_S3_PATH_STYLE")
            .or(() -> profiles.get("s3.addressing_style").flatMap(StoreSettings::style))
            .orElse(own.isPresent() || !IN_HOST.matcher(bucket).matches());
    URI endpoint = own.map(text -> address("AWS_ENDPOINT_URL_S3", text)).orElse(usual(region));
    return new StoreSettings(
        Dialect.AMAZON, bucket, endpoint, own.isPresent(), region, path, connections(environment));
  }

  private static Optional<Boolean> style(String name) {
    return switch (name) {
      case "path" -> Optional.of(true);
      case "virtual" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static StoreSettings google(String bucket, Environment environment) {
    Optional<String> own = environment.get("MANTA_GS_ENDPOINT");
    URI endpoint = address("MANTA_GS_ENDPOINT", own.orElse("https://storage.googleapis.com"));
    return new StoreSettings(
        Dialect.GOOGLE, bucket, endpoint, own.isPresent(), "auto", true, connections(environment));
  }

  private static int connections(Environment environment) {
    String text = environment.get("MANTA_S3_CONNECTIONS").orElse("" + CONNECTIONS);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new MantaException(
          ErrorCode.USER, "MANTA_S3_CONNECTIONS must be a number, not " + text, e);
    }
  }

  private static URI usual(String region) {
    String domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
    return address("AWS_REGION", "https://s3." + region + "." + domain);
  }

  private static URI address(String variable, String text) {
    try {
      URI uri = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      if (uri.getHost() != null && uri.getUserInfo() == null && isHttp(uri)) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Not an address either.
    }
    throw new MantaException(
        ErrorCode.USER,
        variable + " must lead to an address like https://host:port, which it does not");
  }

  private static boolean isHttp(URI uri) {
    return "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
  }

  /// The same bucket in another region.
  StoreSettings in(String other) {
    URI there = own ? endpoint : usual(other);
    return new StoreSettings(dialect, bucket, there, own, other, pathStyle, connections);
  }

  /// Whether bodies are kept from others on their way.
  boolean isSecure() {
    return "https".equals(endpoint.getScheme());
  }

  /// The address of an object; of the bucket where the key is empty.
  URI uri(String key, SortedMap<String, String> query) {
    String host =
        pathStyle ? endpoint.getRawAuthority() : bucket + "." + endpoint.getRawAuthority();
    String base = String.valueOf(endpoint.getRawPath()) + (pathStyle ? "/" + bucket : "");
    String end = query.isEmpty() ? "" : "?" + UriText.query(query);
    return URI.create(endpoint.getScheme() + "://" + host + base + "/" + UriText.path(key) + end);
  }
}
