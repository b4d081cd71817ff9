package dev.manta.stores.internal.objects;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/// What to do next about each kind of failure.
final class Hints {
  private Hints() {}

  private static boolean isAmazon(StoreSettings settings) {
    return settings.dialect() == Dialect.AMAZON;
  }

  static String credentials(StoreSettings settings) {
    return isAmazon(settings)
        ? "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE (MANTA_S3_ANONYMOUS=true for public objects)"
        : "set GOOGLE_APPLICATION_CREDENTIALS, or MANTA_GS_ACCESS_KEY_ID and MANTA_GS_SECRET_ACCESS_KEY (MANTA_GS_ANONYMOUS=true for public objects)";
  }

  static String noBucket(StoreSettings settings) {
    return "there is no bucket %s at %s; create it, or check its name%s"
        .formatted(
            settings.bucket(),
            Failures.host(settings),
            isAmazon(settings) ? ", AWS_REGION and AWS_ENDPOINT_URL_S3" : "");
  }

  static String unknownKeys(StoreSettings settings, String told) {
    return "%s does not know these credentials (%s); check %s"
        .formatted(
            Failures.host(settings),
            told,
            isAmazon(settings)
                ? "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that AWS_PROFILE names"
                : "MANTA_GS_ACCESS_KEY_ID and MANTA_GS_SECRET_ACCESS_KEY");
  }

  static String ended(StoreSettings settings, String told) {
    return "the credentials for %s have expired (%s); renew them, for example with %s, or use a source that is renewed, such as %s"
        .formatted(
            Failures.host(settings),
            told,
            isAmazon(settings) ? "aws sso login" : "gcloud auth application-default login",
            isAmazon(settings) ? "a role" : "a service account");
  }

  static String region(StoreSettings settings, String told, Answer answer) {
    String there =
        answer.header("x-amz-bucket-region").orElseGet(() -> answer.error().get("Region"));
    return "the bucket %s is not in the region %s (%s from %s); set AWS_REGION to %s"
        .formatted(
            settings.bucket(),
            settings.region(),
            told,
            Failures.host(settings),
            there.isEmpty() ? "that of the bucket" : there);
  }

  static String forbidden(String operation, StoreSettings settings, String told) {
    return "%s refused (%s): these credentials may not %s; allow %s, and if the bucket is of another account, its owner must allow it too"
        .formatted(
            Failures.host(settings),
            told,
            deed(operation),
            isAmazon(settings) ? permission(operation, settings) : "it in the bucket's roles");
  }

  private static String deed(String operation) {
    return switch (operation) {
      case "write" -> "put objects there";
      case "list" -> "list objects there";
      case "delete" -> "delete objects there";
      case "sweep" -> "list and abort uploads there";
      default -> "read objects there, or there is none and they may not list";
    };
  }

  private static String permission(String operation, StoreSettings settings) {
    String bucket = "arn:aws:s3:::" + settings.bucket();
    return switch (operation) {
      case "write" -> "s3:PutObject and s3:AbortMultipartUpload on " + bucket + "/…";
      case "list" -> "s3:ListBucket on " + bucket + " for this prefix";
      case "delete" -> "s3:DeleteObject on " + bucket + "/…";
      case "sweep" ->
          "s3:ListBucketMultipartUploads on "
              + bucket
              + " and s3:AbortMultipartUpload on "
              + bucket
              + "/…";
      default -> "s3:GetObject on " + bucket + "/… and s3:ListBucket on " + bucket;
    };
  }

  static String trouble(Answer answer) {
    return switch (answer.status()) {
      case 429, 503 -> "it is overloaded: try later, or with fewer workers";
      case 507 -> "free some space there or choose another storage location";
      default -> "try later; if it stays, ask who runs the server";
    };
  }

  static String connection(IOException cause, StoreSettings settings) {
    Throwable root = Failures.root(cause);
    if (root instanceof CertificateException || root instanceof CertPathBuilderException) {
      return "its certificate is not trusted: name its authority's PEM file in AWS_CA_BUNDLE";
    }
    if (root instanceof SSLException) {
      return "check whether the endpoint is https or http";
    }
    return "check the network, %s and HTTPS_PROXY"
        .formatted(isAmazon(settings) ? "AWS_ENDPOINT_URL_S3" : "MANTA_GS_ENDPOINT");
  }
}
