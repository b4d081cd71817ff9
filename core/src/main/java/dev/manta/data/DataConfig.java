package dev.manta.data;

import java.util.List;

/// Who gets which rows of a dataset in training, and where they are prepared.
public record DataConfig(Sharing sharing, Preparation preparation) {
  /// Each row of a pass goes to one rank, prepared where it is used.
  public static DataConfig split() {
    return new DataConfig(Sharing.SPLIT, new Preparation.InTrainers());
  }

  /// Every rank reads all rows, prepared where they are used.
  public static DataConfig whole() {
    return new DataConfig(Sharing.WHOLE, new Preparation.InTrainers());
  }

  /// Rows are prepared in processes of their own on the same host, `least` to `most` beside each
  /// rank, as many as it takes for training not to wait.
  public DataConfig dataWorkers(int least, int most) {
    return new DataConfig(sharing, new Preparation.DataWorkers(least, most));
  }

  /// Rows are prepared on other hosts, each with a [DataHost] at one of these addresses
  /// (`host:port`): up to `most` units at a time for each rank.
  public DataConfig dataHosts(int most, String... addresses) {
    return new DataConfig(sharing, new Preparation.OnHosts(List.of(addresses), most));
  }
}
