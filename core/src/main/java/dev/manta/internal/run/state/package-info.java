/// What is known of a run: its workers, checkpoints, failures and limits; what happens to it, and
/// what is to be done. No rules.
@NullMarked
package dev.manta.internal.run.state;

import org.jspecify.annotations.NullMarked;
