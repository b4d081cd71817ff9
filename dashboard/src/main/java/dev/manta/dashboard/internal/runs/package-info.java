/// What is read of runs again and again, and kept up to date while somebody looks.
@NullMarked
package dev.manta.dashboard.internal.runs;

import org.jspecify.annotations.NullMarked;
