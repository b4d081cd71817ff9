/// What this machine has: cores, memory, GPUs, and what its owner declared.
@NullMarked
package dev.manta.internal.local.resources;

import org.jspecify.annotations.NullMarked;
