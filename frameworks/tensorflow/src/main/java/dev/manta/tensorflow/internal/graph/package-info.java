/// What is added to a graph so that it can be trained over ranks, and what is cut out of it to be
/// exported.
@NullMarked
package dev.manta.tensorflow.internal.graph;

import org.jspecify.annotations.NullMarked;
