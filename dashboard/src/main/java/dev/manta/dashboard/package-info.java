/// A page that shows runs and experiments from their files alone.
@NullMarked
package dev.manta.dashboard;

import org.jspecify.annotations.NullMarked;
