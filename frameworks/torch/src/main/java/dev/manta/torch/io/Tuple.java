package dev.manta.torch.io;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A tuple on a pickle's stack; users see a list.
record Tuple(List<@Nullable Object> items) {
  Tuple {
    items = Collections.unmodifiableList(new ArrayList<>(items));
  }
}
