/// Readers and writers of file formats that need a library, or much code.
@NullMarked
package dev.manta.formats;

import org.jspecify.annotations.NullMarked;
