@NullMarked
package dev.manta.train.logged;

import org.jspecify.annotations.NullMarked;
