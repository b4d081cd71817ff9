@NullMarked
package dev.manta.it.kills;

import org.jspecify.annotations.NullMarked;
