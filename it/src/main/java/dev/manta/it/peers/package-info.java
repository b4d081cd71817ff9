/// `./dev peers-check`: the same random cases here and in Python, compared value by value.
@NullMarked
package dev.manta.it.peers;

import org.jspecify.annotations.NullMarked;
