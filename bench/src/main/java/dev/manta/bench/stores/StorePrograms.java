package dev.manta.bench.stores;

import dev.manta.bench.Child;
import dev.manta.bench.Jvm;
import dev.manta.bench.Scratch;
import dev.manta.bench.s3.BenchS3;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Programs in JVMs of their own, which reach a store at some address; what they download lies in a
/// directory that goes away with them.
///
/// @param address the server's, or that of the way before it
/// @param variables more of them
record StorePrograms(URI address, Map<String, String> variables) {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /// What the user has for other stores.
  private static final List<String> USERS_OWN =
      List.of("AWS_CA_BUNDLE", "AWS_PROFILE", "AWS_SESSION_TOKEN", "HTTP_PROXY", "http_proxy");

  /// For those that start the launcher.
  private static final String HOME = "-Dmanta.home=" + System.getProperty("manta.home", "");

  StorePrograms(URI address) {
    this(address, Map.of());
  }

  /// Runs one; its first argument is a directory of its own.
  Map<String, Double> figures(Class<?> main, Object... arguments)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      List<String> words = new ArrayList<>(List.of(scratch.path().toString()));
      for (Object argument : arguments) {
        words.add(String.valueOf(argument));
      }
      List<String> command = new ArrayList<>(List.of("env"));
      USERS_OWN.forEach(name -> command.addAll(List.of("-u", name)));
      command.add("MANTA_SCRATCH=" + scratch.path());
      BenchS3.variables(address).forEach((name, value) -> command.add(name + "=" + value));
      variables.forEach((name, value) -> command.add(name + "=" + value));
      command.addAll(Jvm.launched(main, words));
      command.add(command.size() - words.size() - 1, HOME);
      return new Child(command, scratch.path(), LIMIT).figures();
    }
  }
}
