/// End to end: programs that try the whole house.
@NullMarked
package dev.manta.it;

import org.jspecify.annotations.NullMarked;
