package dev.manta.dashboard.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GateTest {
  private static final Gate GATE = new Gate("secret", "manta-8265", Set.of("big.example"));

  private static Gate.Caller at(String host) {
    return caller(host, null, null, null, null);
  }

  private static Gate.Caller caller(
      @Nullable String host,
      @Nullable String origin,
      @Nullable String site,
      @Nullable String cookies,
      @Nullable String authorization) {
    return new Gate.Caller(
        "http",
        Optional.ofNullable(host),
        Optional.ofNullable(origin),
        Optional.ofNullable(site),
        Optional.ofNullable(cookies),
        Optional.ofNullable(authorization));
  }

  @Test
  void aServerIsCalledByAnAddressOrByAKnownName() {
    for (String host :
        new String[] {
          "127.0.0.1:8265", "localhost:8265", "[::1]:8265", "10.1.2.3", "Big.Example:1"
        }) {
      assertThat(GATE.refusal(at(host))).as(host).isEmpty();
    }
  }

  @Test
  void aNameThatSomebodyElsePointedHereIsRefused() {
    for (String host :
        new String[] {
          "evil.example:8265", "localhost.evil.example", "127.0.0.1.evil.example", ""
        }) {
      assertThat(GATE.refusal(at(host))).as(host).isPresent();
    }
    assertThat(GATE.refusal(caller(null, null, null, null, null))).isPresent();
  }

  @Test
  void aPageOfAnotherOriginIsRefusedWhateverItKnows() {
    String host = "127.0.0.1:8265";
    String cookie = "manta-8265=secret";

    assertThat(GATE.refusal(caller(host, "http://127.0.0.1:8265", "same-origin", cookie, null)))
        .isEmpty();
    assertThat(GATE.refusal(caller(host, "http://evil.example", null, cookie, null))).isPresent();
    assertThat(GATE.refusal(caller(host, "http://127.0.0.1:3000", null, cookie, null))).isPresent();
    assertThat(GATE.refusal(caller(host, "null", null, cookie, null))).isPresent();
    assertThat(GATE.refusal(caller(host, null, "cross-site", cookie, null))).isPresent();
    assertThat(GATE.refusal(caller(host, null, "same-site", cookie, null))).isPresent();
  }

  @Test
  void theTokenIsInTheCookieOrInTheAuthorization() {
    assertThat(GATE.knows(caller("x", null, null, "a=b; manta-8265=secret", null))).isTrue();
    assertThat(GATE.knows(caller("x", null, null, null, "Bearer secret"))).isTrue();
    assertThat(GATE.knows(caller("x", null, null, "manta-8265=secreT", null))).isFalse();
    assertThat(GATE.knows(caller("x", null, null, "manta-1=secret", null))).isFalse();
    assertThat(GATE.knows(caller("x", null, null, "xmanta-8265=secret", null))).isFalse();
    assertThat(GATE.knows(caller("x", null, null, null, "secret"))).isFalse();
    assertThat(GATE.knows(at("x"))).isFalse();
  }

  @Test
  void scriptsCannotReadTheCookieAndOtherSitesDoNotSendIt() {
    assertThat(GATE.setCookie(false))
        .isEqualTo("manta-8265=secret; Path=/; HttpOnly; SameSite=Strict");
    assertThat(GATE.setCookie(true)).endsWith("; Secure");
  }
}
