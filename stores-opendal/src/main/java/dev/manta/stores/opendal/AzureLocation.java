package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The account and container that a location of Azure names.
///
/// @param base what stands for both at the beginning of its path
/// @param domain behind the account's name in the server's, as `core.windows.net`
record AzureLocation(String account, String container, String base, String domain) {
  private static final String DOMAIN = "core.windows.net";
  private static final List<String> ACCOUNT_FIRST = List.of("az", "azure");

  /// As Hadoop writes it: `container@account.dfs.core.windows.net`.
  private static final Pattern HADOOP =
      Pattern.compile("([^@/]+)@([^./@]+)\\.(?:dfs|blob)\\.([^/@]+)");

  static AzureLocation of(Location at) {
    String[] names = at.path().split("/", 3);
    return ACCOUNT_FIRST.contains(at.scheme()) ? accountFirst(at, names) : hadoop(at, names[0]);
  }

  private static AzureLocation accountFirst(Location at, String... names) {
    if (names.length < 2) {
      throw refuse(at, at.scheme() + "://ACCOUNT/CONTAINER/PATH");
    }
    return new AzureLocation(names[0], names[1], names[0] + "/" + names[1], DOMAIN);
  }

  private static AzureLocation hadoop(Location at, String name) {
    Matcher parts = HADOOP.matcher(name);
    if (!parts.matches()) {
      throw refuse(at, at.scheme() + "://CONTAINER@ACCOUNT.dfs.core.windows.net/PATH");
    }
    return new AzureLocation(parts.group(2), parts.group(1), name, parts.group(3));
  }

  private static MantaException refuse(Location at, String form) {
    return new MantaException(
        ErrorCode.USER, at + " names no account and container of Azure; write " + form);
  }

  @Override
  public String toString() {
    return "container " + container + " of account " + account;
  }
}
