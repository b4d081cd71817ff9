package dev.manta.stores.opendal;

import dev.manta.storage.Location;
import java.util.Map;

/// One container of one service, as OpenDAL is told of it.
///
/// @param options of OpenDAL's service; may hold secrets, so they are never shown
/// @param base the beginning of a location's path that stands for the container
/// @param name what the container is called in messages: of whom something was asked, never with
///   the password of an address
/// @param access what a user sets or changes to be let in
/// @param create what a user does where the container is missing
record Target(
    String service,
    Map<String, String> options,
    String base,
    String name,
    String access,
    String create) {
  Target {
    options = Map.copyOf(options);
    name = name.replaceAll("://[^/\\s]*@", "://");
  }

  /// What an object is called within the container.
  String key(Location at) {
    String rest = at.path().substring(base.length());
    return rest.startsWith("/") ? rest.substring(1) : rest;
  }

  @Override
  public String toString() {
    return name;
  }
}
