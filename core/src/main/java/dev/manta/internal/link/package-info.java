/// Connections to other hosts: how both ends know each other, records that nobody can read or
/// change, and links that outlive the connections under them.
@NullMarked
package dev.manta.internal.link;

import org.jspecify.annotations.NullMarked;
