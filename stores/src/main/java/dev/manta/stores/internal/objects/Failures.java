package dev.manta.stores.internal.objects;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.StorageFailure;
import dev.manta.stores.internal.credentials.CredentialChain;
import dev.manta.stores.internal.http.AnswerTooLong;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// What went wrong as a message: what was asked, of whom, and the next step. Never a secret: of
/// what a server says only the code and its sentence are shown.
final class Failures {
  private static final int SENTENCE_MAX = 300;

  private Failures() {}

  static MantaException interrupted(Call call) {
    return StorageFailure.of(call.operation(), call.at(), new ClosedByInterruptException());
  }

  static MantaException withoutCredentials(Call call, IOException cause, StoreSettings of) {
    if (cause instanceof CredentialChain.NoCredentials) {
      return failure(
          ErrorCode.USER,
          call,
          "%s for %s; %s".formatted(cause.getMessage(), host(of), Hints.credentials(of)),
          cause);
    }
    return failure(
        ErrorCode.STORAGE,
        call,
        "the credentials for %s could not be had: %s".formatted(host(of), words(cause)),
        cause);
  }

  /// Whether a connection fails in the same way each time.
  static boolean isLasting(IOException cause) {
    return cause instanceof AnswerTooLong
        || root(cause) instanceof java.security.cert.CertificateException
        || root(cause) instanceof java.security.cert.CertPathBuilderException;
  }

  /// Codes of servers that may mean a header that they do not know.
  static boolean mayMeanHeaders(String code) {
    return Set.of("NotImplemented", "InvalidRequest", "InvalidArgument", "UnsupportedHeader", "")
        .contains(code);
  }

  static MantaException of(
      Call call, @Nullable IOException broken, StoreSettings settings, int tries) {
    IOException cause = broken == null ? new IOException("no answer") : broken;
    String what =
        "%s did not answer (%s)%s; %s"
            .formatted(
                host(settings), words(cause), times(tries), Hints.connection(cause, settings));
    return failure(ErrorCode.STORAGE, call, what, cause);
  }

  static MantaException of(Call call, Answer answer, StoreSettings settings) {
    return of(call, answer, settings, 1);
  }

  static MantaException of(Call call, Answer answer, StoreSettings settings, int tries) {
    String code = answer.code();
    String told = answer.status() + (code.isEmpty() ? "" : " " + code);
    return switch (code) {
      case "NoSuchBucket" -> user(call, Hints.noBucket(settings));
      case "NoSuchKey" -> storage(call, "there is nothing at this location");
      case "NoSuchUpload" ->
          storage(
              call,
              "its upload was ended meanwhile, by a sweep or by a rule of the bucket; try again");
      case "RequestTimeTooSkewed" -> storage(call, skew(answer, settings, Instant.now()));
      case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidSecurity" ->
          user(call, Hints.unknownKeys(settings, told));
      case "ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "InvalidToken" ->
          storage(call, Hints.ended(settings, told));
      case "PermanentRedirect",
          "TemporaryRedirect",
          "AuthorizationHeaderMalformed",
          "IllegalLocationConstraintException" ->
          user(call, Hints.region(settings, told, answer));
      case "KeyTooLongError" ->
          user(call, "its key is longer than %s allows (1024 bytes)".formatted(host(settings)));
      default -> byStatus(call, answer, settings, told + times(tries));
    };
  }

  private static MantaException byStatus(
      Call call, Answer answer, StoreSettings settings, String told) {
    return switch (answer.status()) {
      case 401, 403 -> user(call, Hints.forbidden(call.operation(), settings, told));
      case 404 -> storage(call, "there is nothing at this location");
      case 301, 307 -> user(call, Hints.region(settings, told, answer));
      default ->
          storage(
              call,
              "%s answered %s%s; %s"
                  .formatted(host(settings), told, sentence(answer), Hints.trouble(answer)));
    };
  }

  private static String sentence(Answer answer) {
    String text = answer.error().get("Message").replaceAll("\\s+", " ").strip();
    String cut = text.length() > SENTENCE_MAX ? text.substring(0, SENTENCE_MAX) + "…" : text;
    return cut.isEmpty() ? "" : ": " + cut.replaceAll("\\.$", "");
  }

  /// How far this machine's clock is off, by the time at which the server answered.
  static String skew(Answer answer, StoreSettings settings, Instant now) {
    String off = "not that of " + host(settings);
    try {
      Duration difference = Duration.between(answered(answer), now);
      off =
          "%s min %s that of %s"
              .formatted(
                  difference.abs().toMinutes(),
                  difference.isNegative() ? "behind" : "ahead of",
                  host(settings));
    } catch (DateTimeException unknown) {
      // The server did not say when it answered.
    }
    return "this machine's clock is %s, which refuses signatures of another time; set the clock (timedatectl set-ntp true)"
        .formatted(off);
  }

  private static Instant answered(Answer answer) {
    String said = answer.error().get("ServerTime");
    return said.isEmpty()
        ? ZonedDateTime.parse(
                answer.header("date").orElse(""), DateTimeFormatter.RFC_1123_DATE_TIME)
            .toInstant()
        : Instant.parse(said);
  }

  private static MantaException user(Call call, String what) {
    return failure(ErrorCode.USER, call, what, null);
  }

  static MantaException storage(Call call, String what) {
    return failure(ErrorCode.STORAGE, call, what, null);
  }

  private static MantaException failure(
      ErrorCode code, Call call, String what, @Nullable Throwable cause) {
    String message = "cannot " + call.operation() + " " + call.at() + ": " + what;
    return new MantaException(code, message, cause);
  }

  private static String times(int tries) {
    return tries > 1 ? " " + tries + " times" : "";
  }

  static String host(StoreSettings settings) {
    return settings.endpoint().getScheme() + "://" + settings.endpoint().getRawAuthority();
  }

  static Throwable root(Throwable cause) {
    Throwable found = cause;
    while (found.getCause() != null) {
      found = found.getCause();
    }
    return found;
  }

  private static String words(IOException cause) {
    Throwable root = root(cause);
    return switch (root) {
      case UnresolvedAddressException _ -> "unknown host";
      case UnknownHostException _ -> "unknown host";
      case HttpTimeoutException timeout -> String.valueOf(timeout.getMessage());
      case ConnectException connect ->
          connect.getMessage() == null ? "no connection" : connect.getMessage();
      case SSLException tls -> "TLS: " + tls.getMessage();
      default -> root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    };
  }
}
