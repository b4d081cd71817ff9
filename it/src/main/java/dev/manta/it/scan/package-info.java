/// Strangers at every port of a running cluster.
@NullMarked
package dev.manta.it.scan;

import org.jspecify.annotations.NullMarked;
