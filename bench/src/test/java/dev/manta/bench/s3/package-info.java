@NullMarked
package dev.manta.bench.s3;

import org.jspecify.annotations.NullMarked;
