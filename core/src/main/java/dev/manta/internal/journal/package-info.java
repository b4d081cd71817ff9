/// What a run writes down while it goes: the control log, and the metrics stream with its readers.
@NullMarked
package dev.manta.internal.journal;

import org.jspecify.annotations.NullMarked;
