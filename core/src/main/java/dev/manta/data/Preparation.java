package dev.manta.data;

import java.util.List;

/// Where the rows of a dataset are read and transformed.
public sealed interface Preparation {
  /// In the processes that train, on threads of theirs.
  record InTrainers() implements Preparation {}

  /// In processes of their own beside each rank. There are as many as it takes for training not to
  /// wait: one more while it does, one less while they idle.
  record DataWorkers(int least, int most) implements Preparation {
    public DataWorkers {
      if (least < 1) {
        throw new IllegalArgumentException("at least 1 data worker is needed, not " + least);
      }
      if (most < least) {
        throw new IllegalArgumentException(
            "at most %s data workers are fewer than at least %s".formatted(most, least));
      }
    }
  }

  /// In processes on other hosts, each a [DataHost]. Each rank has up to `most` connections, as
  /// many as it takes for training not to wait.
  ///
  /// @param addresses `host:port` of each
  record OnHosts(List<String> addresses, int most) implements Preparation {
    public OnHosts {
      addresses = List.copyOf(addresses);
      if (addresses.isEmpty()) {
        throw new IllegalArgumentException("at least 1 data host is needed");
      }
      if (most < 1) {
        throw new IllegalArgumentException("at least 1 data worker is needed, not " + most);
      }
      addresses.forEach(DataHost::parsed);
    }
  }
}
