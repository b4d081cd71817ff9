/// What drivers and commands say to the head of a cluster, and their end of that link.
@NullMarked
package dev.manta.internal.head;

import org.jspecify.annotations.NullMarked;
