@NullMarked
package dev.manta.storage;

import org.jspecify.annotations.NullMarked;
