/// Apache Arrow's IPC format: streams and files.
@NullMarked
package dev.manta.formats.arrow;

import org.jspecify.annotations.NullMarked;
