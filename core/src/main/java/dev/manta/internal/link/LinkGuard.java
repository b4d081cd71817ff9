package dev.manta.internal.link;

import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Who may call this end: those that were introduced by the print of their certificate, and those
/// that prove to know a token.
public final class LinkGuard {
  private static final int REMEMBERED = 4_096;

  private final Map<LinkToken.Kind, LinkToken> tokens = new ConcurrentHashMap<>();
  private final Set<String> introduced = ConcurrentHashMap.newKeySet();
  private final Map<String, Boolean> shown =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > REMEMBERED;
            }
          });

  /// Takes a token from now on, in place of the one of the same kind.
  public void admit(LinkToken token) {
    tokens.put(token.kind(), token);
  }

  /// Takes whoever has the key of this certificate.
  public void introduce(String print) {
    introduced.add(print);
  }

  /// Takes it no longer; a link that it has must be closed besides.
  public void forget(String print) {
    introduced.remove(print);
  }

  /// Why a caller is refused; empty if it is not.
  Optional<String> refusal(LinkOpening opening, LinkProof proof) {
    if (opening.kind().isEmpty()) {
      boolean known = introduced.contains(proof.callerPrint());
      return known ? Optional.empty() : Optional.of("its certificate was not introduced");
    }
    LinkToken token = tokens.get(opening.kind().get());
    if (token == null) {
      return Optional.of("no " + opening.kind().get().word() + " token is taken here");
    }
    return proof.isRight(opening.proof(), token, true) && isNew(opening)
        ? Optional.empty()
        : Optional.of(wrong(opening));
  }

  private boolean isNew(LinkOpening opening) {
    return shown.put(HexFormat.of().formatHex(opening.proof()), true) == null;
  }

  /// A proof that was right on another connection was overheard or kept.
  private String wrong(LinkOpening opening) {
    return shown.containsKey(HexFormat.of().formatHex(opening.proof()))
        ? "its proof is that of another connection: it was replayed"
        : "its token is wrong";
  }

  /// What this end shows in turn.
  byte[] answer(LinkOpening opening, LinkProof proof) {
    LinkToken token = opening.kind().map(tokens::get).orElse(null);
    return token == null ? new byte[LinkProof.BYTES] : proof.made(token, false);
  }
}
