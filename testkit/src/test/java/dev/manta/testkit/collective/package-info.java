/// Every transport of collectives against the contract.
@NullMarked
package dev.manta.testkit.collective;

import org.jspecify.annotations.NullMarked;
