/// What a rank logs beside metrics, on its way to storage.
@NullMarked
package dev.manta.internal.worker.logged;

import org.jspecify.annotations.NullMarked;
