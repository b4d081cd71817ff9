/// Connections to other hosts: how both ends know each other, and records that nobody can read or
/// change.
@NullMarked
package dev.manta.internal.link;

import org.jspecify.annotations.NullMarked;
