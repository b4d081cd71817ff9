/// S3 and Google Cloud Storage as storages, by the JDK's HTTP client.
@NullMarked
package dev.manta.stores;

import org.jspecify.annotations.NullMarked;
