/// What several packages ask the machine.
@NullMarked
package dev.manta.internal.machine;

import org.jspecify.annotations.NullMarked;
