/// The only loop: events in, rules asked, records written, effects done.
@NullMarked
package dev.manta.internal.control;

import org.jspecify.annotations.NullMarked;
