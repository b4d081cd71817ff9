/// HTTP with limits: the client as the environment wants it, calls that stall are ended.
@NullMarked
package dev.manta.stores.internal.http;

import org.jspecify.annotations.NullMarked;
