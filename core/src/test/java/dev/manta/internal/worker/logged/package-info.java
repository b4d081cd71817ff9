@NullMarked
package dev.manta.internal.worker.logged;

import org.jspecify.annotations.NullMarked;
