/// Whether a storage does what runs need of it.
@NullMarked
package dev.manta.cli.store;

import org.jspecify.annotations.NullMarked;
