/// Daemons as members of one cluster, by Apache Pekko: who is there, who is the head, and doors
/// through which head and nodes speak. Nothing else of Manta knows Pekko.
@NullMarked
package dev.manta.cluster.member;

import org.jspecify.annotations.NullMarked;
