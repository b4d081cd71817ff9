/// The loop of an experiment: asks its rules, writes their entries, carries out their orders.
@NullMarked
package dev.manta.tune.internal.drive;

import org.jspecify.annotations.NullMarked;
