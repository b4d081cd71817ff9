/// What a run writes down and where: its plan, its file, its records, read and written with
/// retries.
@NullMarked
package dev.manta.internal.control.record;

import org.jspecify.annotations.NullMarked;
