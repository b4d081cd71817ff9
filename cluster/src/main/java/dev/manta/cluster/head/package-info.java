/// Who has which part of which node, and who waits for what: the rules of a cluster's head.
@NullMarked
package dev.manta.cluster.head;

import org.jspecify.annotations.NullMarked;
