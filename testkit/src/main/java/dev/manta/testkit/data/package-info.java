/// What every source of data must do.
@NullMarked
package dev.manta.testkit.data;

import org.jspecify.annotations.NullMarked;
