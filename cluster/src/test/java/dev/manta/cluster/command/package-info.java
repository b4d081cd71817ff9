@NullMarked
package dev.manta.cluster.command;

import org.jspecify.annotations.NullMarked;
