/// Commands that look into the processes of a run on this machine.
@NullMarked
package dev.manta.cli.inspect;

import org.jspecify.annotations.NullMarked;
