/// This machine as a cluster: workers as child processes, or as threads.
@NullMarked
package dev.manta.internal.local;

import org.jspecify.annotations.NullMarked;
