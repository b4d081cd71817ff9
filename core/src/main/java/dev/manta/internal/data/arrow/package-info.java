/// Arrow's streams: the form in which rows travel between hosts, and lie in files.
@NullMarked
package dev.manta.internal.data.arrow;

import org.jspecify.annotations.NullMarked;
