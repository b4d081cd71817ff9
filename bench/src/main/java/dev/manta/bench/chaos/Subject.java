package dev.manta.bench.chaos;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/// A program that is disturbed. Those of frameworks are found by `ServiceLoader`.
public interface Subject {
  /// The framework it trains with; empty without one.
  String framework();

  /// A main class that takes what [DisturbedTraining#parse] reads, and ends with
  /// [DisturbedTraining#finish].
  Class<?> program();

  /// All there are.
  static List<Subject> all() {
    Stream<Subject> found =
        ServiceLoader.load(Subject.class).stream().map(ServiceLoader.Provider::get);
    return Stream.concat(Stream.of(new FrameworkFree()), found).toList();
  }

  static Optional<Subject> of(String framework) {
    return all().stream().filter(subject -> subject.framework().equals(framework)).findFirst();
  }

  /// The one of this module.
  record FrameworkFree() implements Subject {
    @Override
    public String framework() {
      return "";
    }

    @Override
    public Class<?> program() {
      return ChaosProgram.class;
    }
  }
}
