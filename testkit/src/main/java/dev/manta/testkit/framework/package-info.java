/// What every framework must do.
@NullMarked
package dev.manta.testkit.framework;

import org.jspecify.annotations.NullMarked;
