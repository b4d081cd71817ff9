/// Experiment trackers that come along.
@NullMarked
package dev.manta.train.tracker;

import org.jspecify.annotations.NullMarked;
