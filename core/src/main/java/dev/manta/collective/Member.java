package dev.manta.collective;

import java.util.Objects;

/// One process of a group: the host it runs on, where it can be reached, and its process id.
public record Member(String host, String address, long pid) {
  public Member {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(address, "address");
  }
}
