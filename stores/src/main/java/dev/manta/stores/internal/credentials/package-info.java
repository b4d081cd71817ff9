/// Who this process is to a store: found by the usual chain, renewed before they end.
@NullMarked
package dev.manta.stores.internal.credentials;

import org.jspecify.annotations.NullMarked;
