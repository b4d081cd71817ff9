/// Data workers: processes on this host and on others that read units for those who train.
@NullMarked
package dev.manta.internal.data.worker;

import org.jspecify.annotations.NullMarked;
