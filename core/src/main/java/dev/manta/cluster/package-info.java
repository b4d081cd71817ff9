/// The machines that workers run on: the port, and what may be asked of it.
@NullMarked
package dev.manta.cluster;

import org.jspecify.annotations.NullMarked;
