/// Signatures of requests: pure functions of request, keys and time.
@NullMarked
package dev.manta.stores.internal.sign;

import org.jspecify.annotations.NullMarked;
