/// Groups: how processes meet, and how calls are checked, ordered and counted over any transport.
@NullMarked
package dev.manta.internal.collective.group;

import org.jspecify.annotations.NullMarked;
