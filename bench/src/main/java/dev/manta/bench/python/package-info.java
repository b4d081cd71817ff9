/// Scripts in Python, against torchrun and Ray Train.
@NullMarked
package dev.manta.bench.python;

import org.jspecify.annotations.NullMarked;
