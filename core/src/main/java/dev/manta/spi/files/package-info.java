/// What readers of file formats share: files found and filtered by partition, rows counted, streams
/// over storage.
@NullMarked
package dev.manta.spi.files;

import org.jspecify.annotations.NullMarked;
