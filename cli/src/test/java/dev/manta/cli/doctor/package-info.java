@NullMarked
package dev.manta.cli.doctor;

import org.jspecify.annotations.NullMarked;
