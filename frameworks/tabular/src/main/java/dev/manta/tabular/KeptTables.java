package dev.manta.tabular;

import dev.manta.train.TrainContext;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/// The tables that this process keeps from one attempt to the next; those of other runs go when a
/// run asks for one.
final class KeptTables {
  private static final Map<Key, KeptRows> TABLES = new HashMap<>();
  private static final Set<TrainContext<?>> FIRST = Collections.newSetFromMap(new WeakHashMap<>());

  private KeptTables() {}

  /// What a table is of.
  ///
  /// @param run the run, wherever it is stored
  /// @param part which rows of which dataset
  /// @param form what was made of them
  record Key(String run, Part part, Form form) {}

  /// @param plan tells this dataset from others
  record Part(String dataset, long plan, int rank, int ranks) {}

  /// @param schema what was given, if anything
  record Form(TableRoles roles, Optional<TableSchema> schema, long memoryMax) {}

  /// The rows, for the caller to close; those that can be asked for no more are given up.
  static synchronized Optional<KeptRows> find(TrainContext<?> ctx, Key key) {
    boolean begins = begins(ctx);
    for (Iterator<Map.Entry<Key, KeptRows>> all = TABLES.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Key, KeptRows> each = all.next();
      if (begins || isOver(each.getKey(), key)) {
        all.remove();
        each.getValue().close();
      }
    }
    return Optional.ofNullable(TABLES.get(key)).map(KeptRows::retain);
  }

  /// Whether a run begins, or begins again, perhaps with other rows of the same names: nothing that
  /// there is can be its own, as ranks meet before one of them keeps anything.
  private static boolean begins(TrainContext<?> ctx) {
    return ctx.attempt() == 1 && FIRST.add(ctx);
  }

  /// Ranks may be threads of one process, so another rank's is not over.
  private static boolean isOver(Key old, Key asked) {
    boolean sameSeat =
        old.part().rank() == asked.part().rank()
            && old.part().dataset().equals(asked.part().dataset());
    return !old.run().equals(asked.run())
        || old.part().ranks() != asked.part().ranks()
        || (sameSeat && !old.equals(asked));
  }

  static synchronized void keep(Key key, KeptRows rows) {
    KeptRows before = TABLES.put(key, rows.retain());
    if (before != null) {
      before.close();
    }
  }
}
