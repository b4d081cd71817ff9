/// Machines made of namespaces on this one, and a network between them that can be broken.
@NullMarked
package dev.manta.testkit.hosts;

import org.jspecify.annotations.NullMarked;
