/// Real processes under kill -9 and kill -STOP at random moments.
@NullMarked
package dev.manta.it.kills;

import org.jspecify.annotations.NullMarked;
