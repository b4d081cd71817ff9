/// Runs as their directories tell of them, for who only looks: commands and the dashboard.
@NullMarked
package dev.manta.internal.stored;

import org.jspecify.annotations.NullMarked;
