/// An S3 server on this machine, near or behind a long way, for what is measured and tormented on
/// it.
@NullMarked
package dev.manta.bench.s3;

import org.jspecify.annotations.NullMarked;
