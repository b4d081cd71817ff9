package dev.manta.stores.opendal;

import java.time.Duration;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.OpenDALException.Code;

/// What OpenDAL says of a request that failed, taken apart: its text holds addresses, which may
/// hold secrets, and the stack of a native library.
///
/// @param status of HTTP, or 0
/// @param word the server's own name for what is wrong, or nothing
/// @param reason in words, without addresses
/// @param temporary whether the same request may go well the next time
record Refusal(Code code, int status, String word, String reason, boolean temporary) {
  private static final Pattern STATUS = Pattern.compile("status: (\\d{3})");
  private static final Pattern WORD = Pattern.compile("code: \"(\\w+)\"");
  private static final Pattern MESSAGE = Pattern.compile("message: \"([^\"]*?)(?: ?RequestId|\")");
  private static final Pattern SOURCE = Pattern.compile("Source:\\s+(\\S[^\n]*)");
  private static final Pattern FIRST = Pattern.compile("=> ([^\n]*)");
  private static final Pattern ADDRESS =
      Pattern.compile("(?: for url)? ?\\(?https?://[^\\s)]*\\)?");
  private static final String NO_CREDENTIAL = "no valid credential";
  private static final Set<String> MISNAMED =
      Set.of("InvalidResourceName", "InvalidBucketName", "InvalidUri");

  /// Refusals that end by themselves: with the next token, or when HDFS has started or changed its
  /// leader.
  private static final Pattern OVER_SOON =
      Pattern.compile("(?i)expired|valid in the specified time frame|state standby|safe mode");

  private static final String INTERRUPTED = "the thread was interrupted";
  private static final String LATE = "no answer within ";
  private static final int TOO_MANY_REQUESTS = 429;

  static Refusal of(OpenDALException e) {
    String text = String.valueOf(e.getMessage());
    String status = found(STATUS, text);
    return new Refusal(
        e.getCode(),
        status.isEmpty() ? 0 : Integer.parseInt(status),
        found(WORD, text),
        reason(text),
        text.contains("(temporary)"));
  }

  /// A failure on this side that another attempt may mend.
  static OpenDALException temporary(String why) {
    return new OpenDALException(Code.Unexpected, "Unexpected (temporary) at wait => " + why);
  }

  /// A failure on this side that no other attempt mends.
  static OpenDALException lasting(String why) {
    return new OpenDALException(Code.Unexpected, "Unexpected (permanent) at wait => " + why);
  }

  /// A failure to answer in time.
  static OpenDALException late(Duration limit) {
    return temporary(LATE + limit.toSeconds() + " s");
  }

  static OpenDALException interrupted() {
    return lasting(INTERRUPTED);
  }

  boolean isInterruption() {
    return reason.equals(INTERRUPTED);
  }

  private static String reason(String text) {
    for (Pattern pattern : new Pattern[] {SOURCE, MESSAGE, FIRST}) {
      String found = found(pattern, text);
      if (!found.isBlank() && !found.startsWith("AzblobError")) {
        String shown = ADDRESS.matcher(found).replaceAll("").strip();
        return shown.equals("operation is not supported") ? "cannot do that" : shown;
      }
    }
    return "";
  }

  private static String found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  /// Whether the server has too much to do, or what another writer did at the same time has undone
  /// the blocks of this one.
  boolean isBusy() {
    return code == Code.RateLimited
        || status == TOO_MANY_REQUESTS
        || word.equals("InvalidBlockList");
  }

  /// Whether it helps to ask again at once: not where an answer was waited for as long as it may
  /// be.
  boolean isPassing() {
    return isBusy() || (temporary && !reason.startsWith(LATE));
  }

  /// Whether it stays until somebody changes the settings, the rights or the location.
  boolean isLasting() {
    return isContainerMissing()
        || isMisnamed()
        || code == Code.ConfigInvalid
        || code == Code.Unsupported
        || (isForbidden() && !OVER_SOON.matcher(word + " " + reason).find())
        || reason.contains(NO_CREDENTIAL);
  }

  /// Whether the server takes what it was given for no name or no credentials at all.
  private boolean isMisnamed() {
    return MISNAMED.contains(word);
  }

  /// Whether an object has the name that this one was to get.
  boolean isTaken() {
    return code == Code.ConditionNotMatch || code == Code.AlreadyExists;
  }

  /// Whether there is no such object, in a container that is there.
  boolean isAbsence() {
    return code == Code.NotFound && !isContainerMissing();
  }

  boolean isContainerMissing() {
    return word.equals("ContainerNotFound") || word.equals("NoSuchBucket");
  }

  boolean isForbidden() {
    return code == Code.PermissionDenied || status == 401 || status == 403;
  }

  /// Whether no server has answered at all.
  boolean isUnreachable() {
    return status == 0 && reason.contains("(Connect)");
  }

  boolean isUnsigned() {
    return reason.contains("IMDS") || reason.contains(NO_CREDENTIAL);
  }

  /// The answer in a few words.
  String summary() {
    String said = word.isEmpty() ? reason : word + (reason.isEmpty() ? "" : ": " + reason);
    String shown = said.isEmpty() ? code.name() : said;
    return status == 0 ? shown : "status " + status + ", " + shown;
  }
}
