@NullMarked
package dev.manta.internal.remote;

import org.jspecify.annotations.NullMarked;
