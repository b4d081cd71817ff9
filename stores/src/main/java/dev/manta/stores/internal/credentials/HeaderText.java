package dev.manta.stores.internal.credentials;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.stores.internal.sign.Credential;

/// Texts that go into headers, such as keys and tokens.
final class HeaderText {
  private HeaderText() {}

  /// Refuses a text that no header can have; it may be secret, so it is not shown.
  static String require(String what, String text) {
    if (!text.chars().allMatch(each -> each >= ' ' && each <= '~')) {
      throw new MantaException(
          ErrorCode.USER,
          what
              + " has a line break or another character that no header can have; copy it again,"
              + " without quotes or line breaks");
    }
    return text;
  }

  /// Refuses credentials that no header can have.
  static Credential require(String source, Credential found) {
    switch (found) {
      case Credential.Anonymous _ -> {}
      case Credential.Bearer bearer -> require("the token from " + source, bearer.token());
      case Credential.KeyPair keys -> {
        require("the access key from " + source, keys.id());
        keys.sessionToken().ifPresent(text -> require("the session token from " + source, text));
      }
    }
    return found;
  }
}
