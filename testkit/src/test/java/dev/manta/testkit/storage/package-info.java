@NullMarked
package dev.manta.testkit.storage;

import org.jspecify.annotations.NullMarked;
