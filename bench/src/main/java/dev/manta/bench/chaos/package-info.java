/// Training under faults of every kind: it must end as if nothing had happened.
@NullMarked
package dev.manta.bench.chaos;

import org.jspecify.annotations.NullMarked;
