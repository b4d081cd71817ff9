/// Manta and Ray Train on the same machines made of namespaces.
@NullMarked
package dev.manta.bench.hosts;

import org.jspecify.annotations.NullMarked;
