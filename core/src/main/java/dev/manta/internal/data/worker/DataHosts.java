package dev.manta.internal.data.worker;

import dev.manta.data.DataHost;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Data workers on other hosts, by turns; a host that does not answer is passed over.
public final class DataHosts implements DataWorker.Recruits {
  private final List<String> addresses;
  private final String token;
  private final AtomicInteger next = new AtomicInteger();

  public DataHosts(List<String> addresses, String token) {
    this.addresses = List.copyOf(addresses);
    this.token = token;
  }

  @Override
  public DataWorker hire(String spec) {
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < addresses.size(); i++) {
      String address = addresses.get(Math.floorMod(next.getAndIncrement(), addresses.size()));
      try {
        return RemoteDataWorker.connect(address, token, spec);
      } catch (IOException e) {
        failures.add(address + ": " + e.getMessage());
      }
    }
    throw new MantaException(
        ErrorCode.CLUSTER,
        "no data host can be reached (%s); is %s running there, with the same %s?"
            .formatted(
                String.join("; ", failures), DataHost.class.getName(), DataHost.TOKEN_VARIABLE));
  }
}
