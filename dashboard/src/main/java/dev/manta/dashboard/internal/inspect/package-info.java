/// What looks into the processes of runs on this machine: stacks and profiles.
@NullMarked
package dev.manta.dashboard.internal.inspect;

import org.jspecify.annotations.NullMarked;
