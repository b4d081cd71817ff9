/// Where runs keep what must last: one small port, local disk and memory behind it.
@NullMarked
package dev.manta.storage;

import org.jspecify.annotations.NullMarked;
