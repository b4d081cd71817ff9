/// Workers on other hosts, as their driver sees them.
@NullMarked
package dev.manta.internal.remote;

import org.jspecify.annotations.NullMarked;
