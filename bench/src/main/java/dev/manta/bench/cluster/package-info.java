/// Benchmarks of many machines: what a head and a driver can carry.
@NullMarked
package dev.manta.bench.cluster;

import org.jspecify.annotations.NullMarked;
