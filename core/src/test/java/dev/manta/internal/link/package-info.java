@NullMarked
package dev.manta.internal.link;

import org.jspecify.annotations.NullMarked;
