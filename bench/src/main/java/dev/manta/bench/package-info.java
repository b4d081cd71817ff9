/// Benchmarks: Manta and its peers, measured alternately on this machine and held against a bar.
@NullMarked
package dev.manta.bench;

import org.jspecify.annotations.NullMarked;
