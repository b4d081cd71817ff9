/// The code of this program, however it was started: its class loader, its class path as plain
/// files, its functions by name.
@NullMarked
package dev.manta.internal.code;

import org.jspecify.annotations.NullMarked;
