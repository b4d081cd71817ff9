/// Whether this machine has what Manta needs.
@NullMarked
package dev.manta.cli.doctor;

import org.jspecify.annotations.NullMarked;
