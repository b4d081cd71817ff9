package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.util.Optional;

/// One place where credentials may be.
interface CredentialSource {
  /// What is there now; empty where this place has none.
  ///
  /// @throws IOException when there should be some, and what is wrong with them
  Optional<Credential> find() throws IOException, InterruptedException;

  /// What this place is called in messages.
  String name();

  /// A source with its name.
  static CredentialSource of(String name, Finding finding) {
    return new CredentialSource() {
      @Override
      public Optional<Credential> find() throws IOException, InterruptedException {
        return finding.find();
      }

      @Override
      public String name() {
        return name;
      }
    };
  }

  /// What looks for credentials.
  interface Finding {
    Optional<Credential> find() throws IOException, InterruptedException;
  }
}
