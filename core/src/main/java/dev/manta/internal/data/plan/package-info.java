/// Plans of datasets, and how they become the units of an epoch, dealt into lanes.
@NullMarked
package dev.manta.internal.data.plan;

import org.jspecify.annotations.NullMarked;
