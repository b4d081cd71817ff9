/// The contract of every storage, and storages that fail on purpose.
@NullMarked
package dev.manta.testkit.storage;

import org.jspecify.annotations.NullMarked;
