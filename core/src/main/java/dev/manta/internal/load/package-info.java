/// What ranks have used and waited for while they trained: in a file of the run's directory.
@NullMarked
package dev.manta.internal.load;

import org.jspecify.annotations.NullMarked;
