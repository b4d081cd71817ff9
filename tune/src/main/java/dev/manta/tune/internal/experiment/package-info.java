/// An experiment as pure rules: what happened goes in, what is to be done comes out, and both are
/// entries of its journal.
@NullMarked
package dev.manta.tune.internal.experiment;

import org.jspecify.annotations.NullMarked;
