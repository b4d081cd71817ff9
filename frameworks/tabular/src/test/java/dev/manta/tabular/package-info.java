@NullMarked
package dev.manta.tabular;

import org.jspecify.annotations.NullMarked;
