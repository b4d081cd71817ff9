/// What a user says about a run, what the training function sees, and what comes out.
@NullMarked
package dev.manta.train;

import org.jspecify.annotations.NullMarked;
