@NullMarked
package dev.manta.it.peers.data;

import org.jspecify.annotations.NullMarked;
