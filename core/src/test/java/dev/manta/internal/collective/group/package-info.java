@NullMarked
package dev.manta.internal.collective.group;

import org.jspecify.annotations.NullMarked;
