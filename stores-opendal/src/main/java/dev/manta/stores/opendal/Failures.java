package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.apache.opendal.OpenDALException;
import org.apache.opendal.OpenDALException.Code;

/// Turns what OpenDAL says into a message that names what was asked, of whom, and the next step.
final class Failures {
  private final Target target;

  Failures(Target target) {
    this.target = target;
  }

  /// What is done with the store, and may be refused.
  interface Call<T> {
    T run() throws IOException;
  }

  /// The result of a call; a refusal becomes an exception that names the location.
  <T> T explained(String operation, Location at, Call<T> call) {
    try {
      return call.run();
    } catch (OpenDALException e) {
      throw of(operation, Targets.shown(at), Refusal.of(e));
    } catch (IOException e) {
      throw StorageFailure.of(operation, Targets.shown(at), e);
    }
  }

  /// The cause has no more than the message: what OpenDAL says may hold a secret.
  private MantaException of(String operation, Location at, Refusal refusal) {
    if (refusal.isInterruption()) {
      return StorageFailure.of(operation, at, new ClosedByInterruptException());
    }
    String message = "cannot " + operation + " " + at + ": " + explain(refusal);
    ErrorCode code = refusal.isLasting() ? ErrorCode.USER : ErrorCode.STORAGE;
    return new MantaException(code, message, cause(refusal, at));
  }

  private String explain(Refusal refusal) {
    if (refusal.isContainerMissing()) {
      return "there is no " + target.name() + "; " + target.create() + " or choose another storage";
    }
    if (refusal.isAbsence()) {
      return "there is nothing at this location; check the path, or choose another storage"
          + " location";
    }
    if (refusal.isForbidden()) {
      return "%s refuses it (%s); %s".formatted(target, refusal.summary(), target.access());
    }
    if (refusal.isUnsigned()) {
      return "%s: nobody could be signed in (%s); %s"
          .formatted(target, refusal.summary(), target.access());
    }
    return refusal.isUnreachable() ? unreachable(refusal) : other(refusal);
  }

  private String unreachable(Refusal refusal) {
    String why = refusal.reason().replaceFirst(".*\\(Connect\\): ", "");
    return "%s cannot be reached (%s); check its name, the network and HTTPS_PROXY"
        .formatted(target, why);
  }

  private String other(Refusal refusal) {
    if (refusal.code() == Code.Unsupported) {
      return "%s %s; choose another storage".formatted(target, refusal.reason());
    }
    boolean passing = refusal.temporary() || refusal.isBusy() || refusal.status() >= 500;
    return "%s answers: %s; %s"
        .formatted(target, refusal.summary(), passing ? "try again later" : "check the location");
  }

  private static IOException cause(Refusal refusal, Location at) {
    String summary = refusal.summary();
    if (refusal.isForbidden()) {
      return new AccessDeniedException(at.toString(), null, summary);
    }
    if (refusal.code() == Code.NotFound) {
      return new NoSuchFileException(at.toString(), null, summary);
    }
    return refusal.isUnreachable() ? new ConnectException(summary) : new IOException(summary);
  }
}
