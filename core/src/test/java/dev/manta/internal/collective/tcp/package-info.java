/// Sockets between ranks: who may join, what arrives, what is left behind.
@NullMarked
package dev.manta.internal.collective.tcp;

import org.jspecify.annotations.NullMarked;
