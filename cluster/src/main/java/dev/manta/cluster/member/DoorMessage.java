package dev.manta.cluster.member;

/// What doors of different daemons say to each other; [ClusterWire] writes it.
interface DoorMessage {}
