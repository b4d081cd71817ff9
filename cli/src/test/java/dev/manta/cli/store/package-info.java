/// Tests of the check of storages.
@NullMarked
package dev.manta.cli.store;

import org.jspecify.annotations.NullMarked;
