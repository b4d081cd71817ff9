/// The left fold in rank order, one class per type of element.
@NullMarked
package dev.manta.internal.collective.fold;

import org.jspecify.annotations.NullMarked;
