package dev.manta.internal.checkpoint;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.Extent.Share;
import dev.manta.internal.checkpoint.Extent.Whole;
import dev.manta.spi.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Joins what ranks stored into one manifest, or says which two ranks disagree.
final class PartMatching {
  private PartMatching() {}

  static Manifest join(List<StoredPart> parts, Optional<Json> metrics) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a checkpoint needs at least one part");
    }
    List<StoredPart> ordered = new ArrayList<>(parts);
    ordered.sort(Comparator.comparingInt(StoredPart::rank));
    StoredPart first = ordered.getFirst();
    for (StoredPart other : ordered.subList(1, ordered.size())) {
      requireSameMoment(first, other);
      requireShares(first, other);
    }
    if (first.extent() instanceof Share share) {
      requireComplete(ordered, share.count());
    }
    return new Manifest(
        Manifest.VERSION, first.name(), first.moment(), described(ordered), metrics);
  }

  private static List<Manifest.Part> described(List<StoredPart> parts) {
    return parts.stream()
        .map(part -> new Manifest.Part(part.rank(), part.extent(), part.files(), sorted(part)))
        .toList();
  }

  /// Sorted, so that the same part always gives the same manifest.
  private static Map<String, String> sorted(StoredPart part) {
    return new TreeMap<>(part.metadata());
  }

  private static void requireSameMoment(StoredPart a, StoredPart b) {
    if (!a.moment().equals(b.moment()) || !a.name().equals(b.name())) {
      throw mismatch(a, b, a.name() + ", " + a.moment(), b.name() + ", " + b.moment());
    }
  }

  private static void requireShares(StoredPart a, StoredPart b) {
    boolean match =
        a.extent() instanceof Share(int i, int n)
            && b.extent() instanceof Share(int j, int m)
            && n == m
            && i != j;
    if (!match) {
      throw mismatch(a, b, a.extent().toString(), b.extent() + hint(a.extent(), b.extent()));
    }
  }

  private static String hint(Extent a, Extent b) {
    return a instanceof Whole && b instanceof Whole
        ? "; report it from one rank, or mark both with part()"
        : "";
  }

  private static void requireComplete(List<StoredPart> parts, int count) {
    if (parts.size() != count) {
      List<Integer> ranks = parts.stream().map(StoredPart::rank).toList();
      throw failure(
          "checkpoint %s has parts of ranks %s only, not all %s"
              .formatted(parts.getFirst().name(), ranks, count));
    }
  }

  private static MantaException mismatch(StoredPart a, StoredPart b, String one, String other) {
    return failure(
        "rank %s and rank %s reported checkpoints that do not match: rank %s %s, rank %s %s"
            .formatted(a.rank(), b.rank(), a.rank(), one, b.rank(), other));
  }

  private static MantaException failure(String message) {
    return new MantaException(ErrorCode.USER, message);
  }
}
