@NullMarked
package dev.manta.bench;

import org.jspecify.annotations.NullMarked;
