/// How soon the dashboard shows what there is, against TensorBoard.
@NullMarked
package dev.manta.bench.dashboard;

import org.jspecify.annotations.NullMarked;
