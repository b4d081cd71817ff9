/// S3 and Google Cloud Storage as storages, by a client of our own.
@NullMarked
package dev.manta.stores;

import org.jspecify.annotations.NullMarked;
