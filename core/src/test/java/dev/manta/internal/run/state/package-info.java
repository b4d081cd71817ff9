@NullMarked
package dev.manta.internal.run.state;

import org.jspecify.annotations.NullMarked;
