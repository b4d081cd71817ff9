package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import java.util.Map;
import java.util.Set;

/// Which service and container of it a location means.
final class Targets {
  private static final Set<String> AZURE = Set.of("az", "azure", "abfs", "abfss", "wasb", "wasbs");
  private static final Set<String> WEB = Set.of("http", "https");
  private static final Map<String, BucketService> BUCKETS =
      Map.of(
          "oss", BucketService.OSS,
          "cos", BucketService.COS,
          "cosn", BucketService.COS,
          "obs", BucketService.OBS);

  private Targets() {}

  static boolean serves(String scheme) {
    return AZURE.contains(scheme)
        || WEB.contains(scheme)
        || BUCKETS.containsKey(scheme)
        || scheme.equals("webhdfs");
  }

  static Target of(Location at, Environment environment) {
    BucketService bucket = BUCKETS.get(at.scheme());
    if (bucket != null) {
      return bucket.target(at, first(at), environment);
    }
    return switch (at.scheme()) {
      case "http", "https" -> web(at);
      case "webhdfs" -> webHdfs(at, environment);
      default -> new AzureAccount(AzureLocation.of(at), environment).target();
    };
  }

  /// The beginning of the path that stands for the container.
  static String base(Location at) {
    return AZURE.contains(at.scheme()) ? AzureLocation.of(at).base() : first(at);
  }

  /// A location as messages show it: without what signs in at a host.
  static Location shown(Location at) {
    return AZURE.contains(at.scheme())
        ? at
        : new Location(at.scheme(), at.path().replaceFirst("^[^/]*@", ""));
  }

  private static String first(Location at) {
    int slash = at.path().indexOf('/');
    String first = slash < 0 ? at.path() : at.path().substring(0, slash);
    if (first.isEmpty()) {
      throw new MantaException(
          ErrorCode.USER, at + " names no host or bucket; write it behind " + at.scheme() + "://");
    }
    return first;
  }

  private static Target web(Location at) {
    String host = at.scheme() + "://" + first(at);
    return new Target(
        "http",
        Map.of("endpoint", host),
        first(at),
        host,
        "download the file with a program that may, and name the local copy",
        "check the address");
  }

  private static Target webHdfs(Location at, Environment environment) {
    String host = environment.first("WEBHDFS_ENDPOINT").orElse("http://" + first(at));
    Options options = new Options().put("endpoint", host).put("root", "/");
    environment.first("HADOOP_USER_NAME").ifPresent(user -> options.put("user_name", user));
    environment
        .first("WEBHDFS_DELEGATION_TOKEN")
        .ifPresent(token -> options.put("delegation", token));
    return new Target(
        "webhdfs",
        options.all(),
        first(at),
        "WebHDFS at " + host,
        "set HADOOP_USER_NAME or WEBHDFS_DELEGATION_TOKEN to what may use the path",
        "check the path");
  }
}
