package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.opendal.OpenDALException;
import org.apache.opendal.OpenDALException.Code;
import org.junit.jupiter.api.Test;

class RefusalTest {
  private static Refusal refusal(Code code, int status, String word, String message) {
    String text =
        "%s (permanent) at read, context: { response: Parts { status: %s } } => Error { code: \"%s\", message: \"%s\" }"
            .formatted(code, status, word, message);
    return Refusal.of(new OpenDALException(code, text));
  }

  private static boolean isLasting(Code code, int status, String word, String message) {
    return refusal(code, status, word, message).isLasting();
  }

  @Test
  void wrongKeysAndMissingRightsAndContainersLast() {
    assertThat(isLasting(Code.PermissionDenied, 403, "AuthenticationFailed", "no")).isTrue();
    assertThat(isLasting(Code.PermissionDenied, 403, "AccessDenied", "not yours")).isTrue();
    assertThat(isLasting(Code.Unexpected, 401, "", "")).isTrue();
    assertThat(isLasting(Code.NotFound, 404, "ContainerNotFound", "none")).isTrue();
    assertThat(isLasting(Code.NotFound, 404, "NoSuchBucket", "none")).isTrue();
    assertThat(isLasting(Code.Unexpected, 400, "InvalidResourceName", "no name")).isTrue();
    assertThat(isLasting(Code.ConfigInvalid, 0, "", "no endpoint")).isTrue();
    assertThat(isLasting(Code.Unsupported, 0, "", "cannot do that")).isTrue();
  }

  @Test
  void outagesAndExpiredTokensPass() {
    assertThat(isLasting(Code.Unexpected, 503, "ServerBusy", "busy")).isFalse();
    assertThat(isLasting(Code.Unexpected, 500, "InternalError", "oops")).isFalse();
    assertThat(isLasting(Code.RateLimited, 429, "", "slow down")).isFalse();
    assertThat(isLasting(Code.NotFound, 404, "BlobNotFound", "none")).isFalse();
    assertThat(isLasting(Code.PermissionDenied, 403, "SecurityTokenExpired", "")).isFalse();
    assertThat(isLasting(Code.Unexpected, 401, "InvalidAuthenticationInfo", "The token is expired"))
        .isFalse();
  }

  /// HDFS says 403 to both.
  @Test
  void aNameNodeThatStartsOrHandsOverIsAnOutage() {
    assertThat(isLasting(Code.PermissionDenied, 403, "", "not supported in state standby"))
        .isFalse();
    assertThat(isLasting(Code.PermissionDenied, 403, "", "Name node is in safe mode")).isFalse();
  }
}
