@NullMarked
package dev.manta.internal.local.resources;

import org.jspecify.annotations.NullMarked;
