@NullMarked
package dev.manta.it.peers.training;

import org.jspecify.annotations.NullMarked;
