/// The front door: what to train and where.
@NullMarked
package dev.manta;

import org.jspecify.annotations.NullMarked;
