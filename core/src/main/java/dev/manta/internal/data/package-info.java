/// How datasets are read: plans, units of work, the bounded stream, order and shards.
@NullMarked
package dev.manta.internal.data;

import org.jspecify.annotations.NullMarked;
