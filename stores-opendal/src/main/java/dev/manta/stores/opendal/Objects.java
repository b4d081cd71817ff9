package dev.manta.stores.opendal;

import java.util.List;
import java.util.Optional;
import org.apache.opendal.AsyncOperator;
import org.apache.opendal.Entry;
import org.apache.opendal.ListOptions;
import org.apache.opendal.Metadata;
import org.apache.opendal.OpenDALException;

/// The objects of a container by their keys: looked at, listed, deleted.
final class Objects {
  /// An answer of unknown length gets the time of this many bytes.
  private static final long LONG_BYTES = 256L << 20;

  private final AsyncOperator operator;
  private final AsyncOperator plain;

  /// @param plain without retries of OpenDAL's own, which would read the rest of an answer that
  ///   broke off from whatever the object is by then
  Objects(AsyncOperator operator, AsyncOperator plain) {
    this.operator = operator;
    this.plain = plain;
  }

  /// What is known of an object, or empty where there is none.
  Optional<Metadata> stat(String key) {
    try {
      return Optional.of(Requests.answer(() -> operator.stat(key), 0)).filter(Metadata::isFile);
    } catch (OpenDALException e) {
      if (Refusal.of(e).isAbsence()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// The whole object, or empty where there is none.
  Optional<byte[]> find(String key) {
    try {
      return Optional.of(Requests.answer(() -> plain.read(key), LONG_BYTES));
    } catch (OpenDALException e) {
      if (Refusal.of(e).isAbsence()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// What is below a key, at any depth or directly, where directories end with a slash.
  List<Entry> below(String key, boolean recursive) {
    ListOptions options = ListOptions.builder().recursive(recursive).build();
    try {
      return Requests.answer(() -> operator.list(directory(key), options), LONG_BYTES);
    } catch (OpenDALException e) {
      if (Refusal.of(e).isAbsence()) {
        return List.of();
      }
      throw e;
    }
  }

  boolean canList() {
    return operator.info.fullCapability.list;
  }

  void deleteAll(String key) {
    if (!key.isEmpty()) {
      Requests.answer(() -> operator.delete(key), 0);
    }
    // Only with its slash: what else begins with the key would go too.
    Requests.answer(() -> operator.removeAll(directory(key)), LONG_BYTES);
  }

  static String directory(String key) {
    return key + "/";
  }
}
