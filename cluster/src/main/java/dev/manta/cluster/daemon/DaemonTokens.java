package dev.manta.cluster.daemon;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.link.LinkGuard;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.TokenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The tokens of a daemon: the one that it joins with, and in a candidate those that it takes.
record DaemonTokens(DataDirectory directory, String print) {
  /// Those in a data directory; made where a cluster begins.
  static DaemonTokens of(DataDirectory directory, String print, boolean founds) {
    var tokens = new DaemonTokens(directory, print);
    if (founds) {
      tokens.make(LinkToken.Kind.JOIN, directory.joinToken());
      tokens.make(LinkToken.Kind.USER, directory.userToken());
    }
    return tokens;
  }

  /// A directory that belonged to a node of another cluster has that one's token.
  private void make(LinkToken.Kind kind, Path file) {
    if (!Files.exists(file) || !new TokenFile(file).read().print().equals(print)) {
      write(LinkToken.create(kind, print), file);
    }
  }

  private static void write(LinkToken token, Path file) {
    try {
      new TokenFile(file).write(token);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.USER, "cannot write %s: %s".formatted(file, e), e);
    }
  }

  LinkToken join() {
    return new TokenFile(directory.joinToken()).read();
  }

  /// Takes whoever knows one of them.
  void admit(LinkGuard guard) {
    for (Path file : List.of(directory.joinToken(), directory.userToken())) {
      if (Files.exists(file)) {
        guard.admit(new TokenFile(file).read());
      }
    }
  }

  /// What another candidate needs to take the same ones.
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (Path file : List.of(directory.joinToken(), directory.userToken())) {
      if (Files.exists(file)) {
        texts.add(new TokenFile(file).read().text());
      }
    }
    return texts;
  }

  /// Takes what a head has told: the secrets are the cluster's, the print is this daemon's.
  void take(List<String> texts, LinkGuard guard) {
    for (String text : texts) {
      LinkToken told = LinkToken.parse(text);
      guard.admit(told);
      if (told.kind() == LinkToken.Kind.USER) {
        write(new LinkToken(told.kind(), told.secret(), print), directory.userToken());
      }
    }
  }
}
